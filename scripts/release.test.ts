import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const folder = mkdtempSync(join(tmpdir(), "release-"));
beforeAll(() => {
  mkdirSync(join(folder, ".ci"));
  for (const file of [".ci/release", "package.json"]) cpSync(join(ROOT, file), join(folder, file));
});
afterAll(() => rmSync(folder, { recursive: true }));

function notesFor(tag: string, changelog: string) {
  writeFileSync(join(folder, "CHANGELOG.md"), changelog);
  const env = { ...process.env, GITHUB_REF_NAME: tag, GITHUB_REPOSITORY: "Green/Garden" };
  const { exitCode, stdout } = Bun.spawnSync(["bash", join(folder, ".ci/release"), "notes"], { env });
  return { exitCode, said: stdout.toString() };
}

describe.skipIf(!Bun.which("bash"))("a release (needs bash)", () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const section = `## ${version} – 2026-12-01\n\n### For people\n\n- One.\n`;
  const changelog = `# Changelog\n\n${section}\n## 1.0.0 – 2026-01-01\n\n- Two.\n`;

  test("has its own section of the changelog as notes", () => {
    expect(notesFor(`v${version}`, changelog)).toEqual({ exitCode: 0, said: `${section}\n` });
  });

  test("is refused for a tag of another version, and for a version without a day", () => {
    const said = `The tag is v0.0.1, but package.json has ${version}.\n`;
    expect(notesFor("v0.0.1", changelog)).toEqual({ exitCode: 1, said });
    const undated = notesFor(`v${version}`, changelog.replace("2026-12-01", "unreleased"));
    expect(undated).toEqual({ exitCode: 1, said: `CHANGELOG.md does not say when ${version} is released.\n` });
  });
});
