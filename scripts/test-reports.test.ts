import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readBrowserReport, readUnitReport } from "./test-reports.ts";

// Playwright resolves its package from the files that it runs, so they must be inside the project.
mkdirSync("test-results", { recursive: true });
const folders = { unit: mkdtempSync(join(tmpdir(), "reports-")), browser: mkdtempSync("test-results/reports-") };
const REPORT = "report.out";
afterAll(() => {
  for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true });
});

const HOOK_MS = 300;

/**
 * A hook that takes its time, one test that passes, one that is skipped without a reason, one that fails and one that lacks something, on the lines
 * that the reports must name.
 */
const threeTests = (imports: string) => `
  ${imports} beforeAll(() => new Promise((resolve) => setTimeout(resolve, ${HOOK_MS})));
  test("holds", () => {});
  test.skip("skipped", () => {});
  describe("a group", () => {
    test('is "<not>" so', () => expect(1).toBe(2));
  });
  test.skip("copies (needs rsync)", () => {});
`;

test("reports Bun's failures by file, line and message, and a file's time with its hooks", async () => {
  await Bun.write(
    join(folders.unit, "some.test.ts"),
    threeTests('import { beforeAll, describe, expect, test } from "bun:test";'),
  );
  const report = join(folders.unit, REPORT);
  await ended([process.execPath, "test", "--reporter=junit", `--reporter-outfile=${report}`], folders.unit);
  const { passed, failed, skipped, secondsOf } = readUnitReport(readFileSync(report, "utf8"));
  expect(secondsOf["some.test.ts"]).toBeGreaterThanOrEqual(HOOK_MS / 1000);
  expect(passed).toBe(1);
  expect(skipped).toEqual(["some.test.ts copies: not run, because it needs rsync"]);
  expect(failed.toSorted()).toEqual([
    expect.stringMatching(/^some\.test\.ts:4 skipped/),
    expect.stringMatching(
      /^some\.test\.ts:6 is "<not>" so\n {4}expect\(received\)[\s\S]*Expected: 2\n {4}Received: 1$/,
    ),
  ]);
});

test("reports Playwright's failures by file, line and message, and a file's time with its hooks", async () => {
  const imports = 'import { expect, test } from "@playwright/test"; const { beforeAll, describe } = test;';
  await Bun.write(join(folders.browser, "some.spec.ts"), threeTests(imports));
  const config = `export default { outputDir: "out", reporter: [["json", { outputFile: "${REPORT}" }]] };`;
  await Bun.write(join(folders.browser, "playwright.config.ts"), config);
  await ended([resolve("node_modules/.bin/playwright"), "test"], folders.browser);
  const written = readFileSync(join(folders.browser, REPORT), "utf8");
  const { passed, failed, skipped, secondsOf } = readBrowserReport(written);
  expect(secondsOf["e2e/some.spec.ts"]).toBeGreaterThanOrEqual(HOOK_MS / 1000);
  expect(passed).toBe(1);
  expect(skipped).toEqual(["e2e/some.spec.ts copies: not run, because it needs rsync"]);
  expect(failed.toSorted()).toEqual([
    expect.stringMatching(/^e2e\/some\.spec\.ts:4 skipped\n {4}skipped$/),
    expect.stringMatching(/^e2e\/some\.spec\.ts:6 is "<not>" so\n {4}Error: expect[\s\S]*Expected: 2\n {4}Received: 1/),
  ]);
});

function ended(command: string[], cwd: string): Promise<number> {
  // Playwright refuses to run inside what looks like a worker of another runner.
  const { JEST_WORKER_ID: _, ...env } = process.env;
  return Bun.spawn(command, { cwd, env, stdio: ["ignore", "ignore", "ignore"] }).exited;
}
