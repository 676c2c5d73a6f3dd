import { afterAll, beforeAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GIFT_IDS } from "#contract/gifts";
import { type NewGift, treeGifting } from "../../packages/client/client.ts";
import { generatedSchema, SCHEMA_FILE } from "../../packages/client/schema-source.ts";
import { plainService } from "../../test-support/plain-service.ts";
import { createTree } from "../fixtures/visitors.ts";

/** The client's gifts are the catalogue's: `npm run client:types` makes them so. */
const gifts: readonly NewGift["giftAssetId"][] = GIFT_IDS;
const PACKAGE = join(import.meta.dir, "../../packages/client");
const COMMANDS = join(import.meta.dir, "../../node_modules/.bin");
const gift = { senderName: "Bob", message: "Merry Christmas! 🎄", giftAssetId: "snow-globe" } as const;

let service: Awaited<ReturnType<typeof plainService>>;
let shareCode: string;
beforeAll(async () => {
  service = await plainService();
  ({ code: shareCode } = await createTree(service.site));
}, 120_000);
afterAll(() => service.close());

/** Answers the first requests with these responses and lets the others through; notes the keys that were sent. */
function flaky(...first: (Response | Error)[]) {
  const keys: (string | null)[] = [];
  const wrapped = (async (url: string, init?: RequestInit) => {
    keys.push(new Headers(init?.headers).get("idempotency-key"));
    const next = first.shift();
    if (next instanceof Error) throw next;
    return next ?? fetch(url, init);
  }) as unknown as typeof fetch;
  return { keys, fetch: wrapped };
}

function refused(status: number, code: string, headers: Record<string, string> = {}) {
  const error = { code, message: "No", requestId: crypto.randomUUID() };
  return Response.json({ success: false, error }, { status, headers });
}

test("has the types that the description generates", () => {
  expect(readFileSync(SCHEMA_FILE, "utf8")).toBe(generatedSchema());
  expect(gifts).toContain("snow-globe");
}, 60_000);

test("looks up a tree, leaves gifts, lists all of them page by page, and reports one", async () => {
  const api = treeGifting(`${service.api}/`);
  expect((await api.status()).status).toBe("ok");
  expect((await api.getTree(shareCode)).giftCount).toBe(0);
  const receipts = [];
  for (let count = 0; count < 3; count += 1) receipts.push(await api.leaveGift({ ...gift, shareCode }));
  const listed = await Array.fromAsync(api.allGifts(shareCode, 2));
  expect(listed.map(({ id }) => id)).toEqual(receipts.map(({ id }) => id).reverse());
  expect((await api.listGifts(shareCode, { limit: 1 })).page.next).toBeString();
  const { status } = await api.report({ shareCode, messageId: receipts[0]?.id, reason: "spam" });
  expect(status).toBe("received");
});

test("retries under one idempotency key after lost answers, 503 and Retry-After, and leaves one gift", async () => {
  const lost = flaky(new TypeError("connection lost"), refused(503, "service_unavailable", { "retry-after": "0" }));
  const before = (await treeGifting(service.api).getTree(shareCode)).giftCount;
  const { giftCount } = await treeGifting(service.api, lost).leaveGift({ ...gift, shareCode });
  expect(giftCount).toBe(before + 1);
  expect(lost.keys).toHaveLength(3);
  expect(new Set(lost.keys).size).toBe(1);
});

test("throws the API's error at once if a retry cannot help, or would have to wait too long", async () => {
  const api = treeGifting(service.api);
  expect(await api.getTree("aaaaaaaa").catch((error) => error)).toMatchObject({ status: 404, code: "tree_not_found" });
  const long = "x".repeat(501);
  expect(await api.leaveGift({ ...gift, shareCode, message: long }).catch((error) => error)).toMatchObject({
    ...{ status: 400, code: "validation_failed" },
    details: [{ field: "message", reason: "too_long", max: 500, length: 501 }],
  });
  const limited = flaky(refused(429, "rate_limited", { "retry-after": "3600" }));
  const error = await treeGifting(service.api, limited)
    .status()
    .catch((reason) => reason);
  expect(error).toMatchObject({ code: "rate_limited", retryAfter: 3600 });
  expect(limited.keys).toHaveLength(1);
});

test("says what came instead if an answer is not the API's", async () => {
  const proxy = flaky(new Response("<h1>Not here</h1>", { status: 404 }));
  const error = await treeGifting(service.api, proxy)
    .status()
    .catch((reason) => reason);
  expect(error).toMatchObject({ status: 404, code: "unknown", message: "HTTP status 404", requestId: null });
});

test("is installed from its folder, as the guide says, and imported by Node", () => {
  const folder = mkdtempSync(join(tmpdir(), "tree-client-"));
  try {
    cpSync(PACKAGE, join(folder, "packages/client"), {
      recursive: true,
      filter: (path) => path !== join(PACKAGE, "dist"),
    });
    writeFileSync(join(folder, "package.json"), "{}");
    const install = ["install", "./packages/client", "--offline", "--no-audit", "--no-fund"];
    // With the repository's compiler.
    const env = { ...process.env, PATH: `${COMMANDS}:${process.env.PATH}` };
    const installed = spawnSync("npm", install, { cwd: folder, env, encoding: "utf8" });
    expect(installed.stdout + installed.stderr).toContain("added 1 package");
    const program = join(folder, "program.mjs");
    writeFileSync(
      program,
      `import { treeGifting } from "tree-gifting-client";
      console.log((await treeGifting("${service.api}").getTree("${shareCode}")).shareCode);`,
    );
    const ran = spawnSync("node", [program], { encoding: "utf8" });
    expect([ran.stderr, ran.stdout.trim()]).toEqual(["", shareCode]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 120_000);
