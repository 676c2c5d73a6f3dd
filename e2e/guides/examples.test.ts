import { afterAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { plainService } from "../../test-support/plain-service.ts";
import { pathWithCurl } from "../../test-support/with-curl.ts";
import { createTree } from "../fixtures/visitors.ts";

const FOLDER = join(import.meta.dirname, "../examples");
const PROGRAMS: Record<string, string> = { sh: "sh", ts: process.execPath, py: "python3" };
const PATH = pathWithCurl();
const HAS_PYTHON = Bun.which("python3") !== null;
/** What can run here. Without Python its examples are only compared with those for curl. */
const RUNNABLE = Object.keys(PROGRAMS).filter((kind) => kind !== "py" || HAS_PYTHON);
const TIMEOUT_MS = 120_000;

const service = await plainService();
afterAll(() => service.close(), TIMEOUT_MS);

/** Runs an example. Returns its output and its errors. */
function run(name: string, shareCode: string): { output: string; trouble: string } {
  const program = PROGRAMS[name.split(".").at(-1) ?? ""] ?? "";
  const env = { ...process.env, PATH, BASE_URL: service.api, SHARE_CODE: shareCode };
  const { error, stdout, stderr } = spawnSync(program, [join(FOLDER, name)], {
    env,
    encoding: "utf8",
    timeout: 20_000,
  });
  if (error) throw error;
  return { output: stdout.trim(), trouble: stderr.trim() };
}

/** The path and the fields of the body that an example sends, in the same notation for each language. */
function requestIn(text: string): string[] {
  const plain = text.replaceAll(/"?\$SHARE_CODE\b"?|\{SHARE_CODE\}/g, "SHARE_CODE").replaceAll("True", "true");
  const path = /BASE_URL\}?(\/v1[^"]*)/.exec(text.replaceAll(/\$SHARE_CODE|\{SHARE_CODE\}/g, "CODE"))?.[1] ?? "none";
  return [path, ...[...plain.matchAll(/^ +"(\w+)": (.*?),?$/gm)].map(([, field, value]) => `${field}=${value}`)];
}

/** The output of each example, in this order, for a new tree with one gift from Bob. */
const SAID: [name: string, said: RegExp, saidByCurl: RegExp][] = [
  ["check-status", /^The service works: version \d+\.\d+\.\d+\.$/, /^\{"success":true,"data":\{"status":"ok"/],
  ["look-up-tree", /^A tree: 0 gifts, opens on \d{4}-\d\d-\d\d\.$/, /"name":"A tree".*"giftCount":0/],
  ["leave-gift", /^Your gift is number 1 on the tree\.$/, /"giftAssetId":"snow-globe".*"giftCount":1/],
  [
    "list-gifts",
    /^snow-globe from Bob(\n1 gifts in all\. The next page: None)?$/,
    /"senderName":"Bob","message":"".*"giftCount":1/,
  ],
  ["report", /^Report [0-9a-f-]{36}: received\.$/, /"status":"received"/],
];

describe("the examples of the API guide", () => {
  test("exist in each language for every endpoint", () => {
    const expected = SAID.flatMap(([name]) => Object.keys(PROGRAMS).map((kind) => `${name}.${kind}`));
    expect(readdirSync(FOLDER).toSorted()).toEqual(expected.toSorted());
  });

  test("send the same request in Python as with curl", () => {
    if (!HAS_PYTHON) console.warn("python3 is not installed: the examples in Python are only read here, not run.");
    for (const [name] of SAID) {
      const [curl, python] = ["sh", "py"].map((kind) =>
        requestIn(readFileSync(join(FOLDER, `${name}.${kind}`), "utf8")),
      );
      expect(python).toEqual(curl);
    }
  });

  test.each(RUNNABLE)(
    "work in .%s on a new tree",
    async (kind) => {
      const { code } = await createTree(service.site);
      for (const [name, said, saidByCurl] of SAID) {
        const { output, trouble } = run(`${name}.${kind}`, code);
        expect(output).toMatch(kind === "sh" ? saidByCurl : said);
        expect(trouble).toBe("");
      }
    },
    TIMEOUT_MS,
  );

  test.each(RUNNABLE)(
    "report an unknown tree in .%s",
    (kind) => {
      for (const [name] of SAID.slice(1)) {
        const { output, trouble } = run(`${name}.${kind}`, "aB3dE5gH");
        expect(output + trouble).toContain("tree_not_found");
      }
    },
    TIMEOUT_MS,
  );

  test("use a placeholder URL by default", () => {
    for (const name of readdirSync(FOLDER)) {
      const text = readFileSync(join(FOLDER, name), "utf8");
      expect(text).toContain("https://api.tree.example");
      expect(text).not.toMatch(/localhost|127\.0\.0\.1/);
    }
  });
});
