import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { API_ERRORS, FIELD_ERROR_REASONS } from "#contract/errors";
import { GIFTS } from "#contract/gifts";
import * as LIMITS from "#contract/limits";
import { PUBLIC_RATE_POLICIES } from "#contract/rate-limits";
import { REPORT_REASONS } from "#contract/reports";
import { RULES_FOR_AGENTS } from "#contract/rules";
import { plainService } from "../../test-support/plain-service.ts";
import { createTree } from "../fixtures/visitors.ts";
import { everyExample, everyWord } from "./description-words.ts";
import { type ReadPage, readGuide } from "./read-guide.ts";

const TIMEOUT_MS = 120_000;
const EXAMPLES = join(import.meta.dir, "../examples");
let service: Awaited<ReturnType<typeof plainService>>;
let description: object;
let shareCode: string;

beforeAll(async () => {
  service = await plainService();
  description = await (await fetch(`${service.site}/openapi.json`)).json();
  shareCode = (await createTree(service.site)).code;
}, TIMEOUT_MS);
afterAll(() => service.close(), TIMEOUT_MS);

const guide = async (name: string): Promise<ReadPage> =>
  readGuide(await (await fetch(`${service.site}/guides/${name}`)).text());
const table = ({ tables }: ReadPage, name: string) => tables.find(({ label }) => label === name)?.rows.slice(1) ?? [];
const withoutMarks = (sentence: string) => sentence.replaceAll("`", "");

async function ask(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const init = { method, headers: { "content-type": "application/json", ...headers } };
  const answer = await fetch(service.api + path, { ...init, body: body && JSON.stringify(body) });
  return (await answer.json()).error as { code: string; details?: { field: string; reason: string }[] } | undefined;
}

test("lists exactly the error codes of the description, with the contract's status and message", async () => {
  const rows = table(await guide("errors-and-limits"), "Error codes");
  const described = everyExample(description).flatMap(
    (example) => (example as { error?: { code: string } }).error ?? [],
  );
  // These two occur outside of any operation, so no operation can list them.
  expect((await ask("GET", "/v1/nothing"))?.code).toBe("route_not_found");
  expect((await ask("PUT", "/v1/messages"))?.code).toBe("method_not_allowed");
  const known = new Set([...described.map(({ code }) => code), "route_not_found", "method_not_allowed"]);
  expect(rows.map(([, code]) => code).toSorted()).toEqual([...known].sort());
  for (const [status, code, says] of rows) {
    const refusal = API_ERRORS[code as keyof typeof API_ERRORS];
    expect([status, says]).toEqual([String(refusal.status), withoutMarks(refusal.message)]);
  }
});

test("lists only field error reasons that can occur", async () => {
  const gift = { shareCode, senderName: "Bob", message: "Hello", giftAssetId: "card" };
  const faulty = [
    await ask("POST", "/v1/messages", { ...gift, message: undefined }),
    await ask("POST", "/v1/messages", { ...gift, message: 7 }),
    await ask("POST", "/v1/messages", { ...gift, colour: "red" }),
    await ask("POST", "/v1/messages", { ...gift, senderName: "B".repeat(LIMITS.SENDER_NAME_MAX + 1) }),
    await ask("POST", "/v1/messages", { ...gift, shareCode: "short" }),
    await ask("POST", "/v1/messages", { ...gift, giftAssetId: "elephant" }),
    await ask("POST", "/v1/messages", { ...gift, message: "Hello\u0000" }),
    await ask("POST", "/v1/messages", { ...gift, message: `a${"\u0301".repeat(LIMITS.COMBINING_MARKS_MAX + 2)}` }),
    await ask("POST", "/v1/messages", { ...gift, message: "You asshole" }),
    await ask("POST", "/v1/messages", gift, { "idempotency-key": "two words" }),
    await ask("POST", "/v1/reports", { shareCode, reason: "boring" }),
    await ask("GET", `/v1/messages/${shareCode}?limit=0`),
    await ask("GET", `/v1/messages/${shareCode}?limit=${LIMITS.PAGE_LIMIT_MAX + 1}`),
  ];
  const provoked = faulty.flatMap((error) => error?.details?.map(({ reason }) => reason) ?? "nothing");
  const listed = table(await guide("errors-and-limits"), "Field error reasons").map(([reason]) => reason ?? "");
  // A limit is not a field: the guide shows its reason in the section on limits.
  expect([...listed, "quota_used_up"].sort()).toEqual([...FIELD_ERROR_REASONS].sort());
  expect(listed.toSorted()).toEqual(provoked.toSorted());
});

test("lists the contract's rate limits", async () => {
  const seconds = (words: string) => {
    const [, count = "1", unit = ""] = /^(?:(\d+) )?(second|minute|hour)s?$/.exec(words) ?? [];
    return Number(count) * ({ second: 1, minute: 60, hour: 3600 }[unit] ?? Number.NaN);
  };
  const rows = table(await guide("errors-and-limits"), "Rate limits");
  const said = rows.map(([name, quota, within = ""]) => ({
    name,
    quota: Number(quota),
    windowSeconds: seconds(within),
  }));
  expect(said).toEqual(Object.values(PUBLIC_RATE_POLICIES).map((each) => ({ ...each })));
});

test("lists the contract's size limits", async () => {
  const numbers = table(await guide("errors-and-limits"), "Size limits").flatMap(([, bound = ""]) =>
    [...bound.replaceAll(",", "").matchAll(/\d+/g)].map(([digits]) => Number(digits)),
  );
  const { SHARE_CODE_LENGTH, SENDER_NAME_MAX, MESSAGE_MAX, TREE_NAME_MAX, REPORT_DETAILS_MAX, COMBINING_MARKS_MAX } =
    LIMITS;
  const texts = [SENDER_NAME_MAX, MESSAGE_MAX, TREE_NAME_MAX, REPORT_DETAILS_MAX].flatMap((max) => [1, max]);
  const page = [1, LIMITS.PAGE_LIMIT_MAX, LIMITS.PAGE_LIMIT_DEFAULT];
  expect(numbers).toEqual([SHARE_CODE_LENGTH, ...texts, COMBINING_MARKS_MAX, ...page, LIMITS.BODY_MAX_BYTES / 1024]);
});

test("shows all gifts, reasons and rules", async () => {
  const gifts = await guide("gifts");
  expect(gifts.codes.filter((code) => GIFTS.some(({ id }) => id === code))).toEqual(GIFTS.map(({ id }) => id));
  for (const { label, alt } of GIFTS) for (const said of [label, alt]) expect(gifts.words).toContain(said);
  const reasons = table(await guide("reporting"), "Reasons for a report").map(([, reason]) => reason ?? "");
  expect(reasons).toEqual([...REPORT_REASONS]);
  const { words } = await guide("for-agents");
  for (const rule of RULES_FOR_AGENTS) expect(words).toContain(rule);
});

test("shows exactly the example files that are tested", async () => {
  const files = readdirSync(EXAMPLES).map((name) => readFileSync(join(EXAMPLES, name), "utf8").trimEnd());
  const shownIn = async (name: string) =>
    (await guide(name)).blocks.filter(({ language }) => language !== "json").map(({ text }) => text);
  expect((await shownIn("api")).toSorted()).toEqual(files.toSorted());
  for (const name of ["for-agents", "errors-and-limits"]) {
    for (const text of await shownIn(name)) expect(files).toContain(text);
  }
});

test("shows only answers that are examples of the description", async () => {
  const examples = everyExample(description);
  const shown = (await Promise.all(["api", "errors-and-limits"].map(guide))).flatMap(({ blocks }) => blocks);
  const answers = shown.filter(({ language }) => language === "json");
  for (const { text } of answers) expect(examples).toContainEqual(JSON.parse(text));
  expect(answers.length).toBeGreaterThan(5);
});

test("tells agents to wait for every error that has Retry-After", async () => {
  const codesBeside = async (name: string, words: string) => {
    const lines = (await (await fetch(`${service.site}/guides/${name}.md`)).text()).split("\n");
    const said = lines.find((line) => line.includes(words)) ?? "";
    return [...said.matchAll(/`(\w+)`/g)].map(([, code]) => code).toSorted();
  };
  const comesWith = await codesBeside("errors-and-limits", "- `Retry-After`: ");
  expect(comesWith).toEqual(["429", "503", "idempotency_in_progress"]);
  expect(await codesBeside("for-agents", "wait as long as `Retry-After` says. Do not")).toEqual(comesWith);
});

test("explains exactly the fields of the schemas in the tables of the API guide", async () => {
  const { components } = description as { components: { schemas: Record<string, { properties: object }> } };
  const page = await guide("api");
  for (const [label, schema] of [
    ["Tree fields", "Tree"],
    ["Gift fields", "Gift"],
    ["Gift request body", "NewGift"],
    ["Report request body", "NewReport"],
  ] as const) {
    const fields = Object.keys(components.schemas[schema]?.properties ?? {});
    expect([label, ...table(page, label).map(([field]) => field ?? "")].toSorted()).toEqual(
      [label, ...fields].toSorted(),
    );
  }
});

// Names that clients meet outside of the API: of JSON, HTTP, the site, the examples' environment and the typed client.
const BESIDE = [
  ...["true", "false", "null", "/v1", "/docs", "POST", "Content-Type: application/json", 'rel="next"', "4xx"],
  ...[
    "BASE_URL",
    "SHARE_CODE",
    "tree",
    "/send-message?tree=snWHu9aZ",
    "Deprecation",
    "Sunset",
    "Allow",
    "Content-Type",
  ],
  ...["packages/client", "npm install ./packages/client"],
  ...["q", "w", "r", "t", "draft-ietf-httpapi-ratelimit-headers-11", "200", "304", "404", "422", "429", "500", "503"],
];

test.each(["api", "errors-and-limits", "for-agents", "gifts", "reporting"])(
  "names no path, field or code in the guide %s that the description lacks",
  async (name) => {
    const known = new Set([...everyWord(description), ...BESIDE, service.api]);
    // The tests above check these two tables against the service itself.
    const { codes, tables } = await guide(name);
    const held = tables
      .filter(({ label }) => ["Error codes", "Field error reasons"].includes(label))
      .flatMap(({ rows }) => rows.flat());
    const isKnown = (code: string) =>
      known.has(code) || held.includes(code) || code.split(".").every((part) => known.has(part));
    expect(codes.filter((code) => !isKnown(code))).toEqual([]);
    expect(codes.length).toBeGreaterThan(5);
  },
);
