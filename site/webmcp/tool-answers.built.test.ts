import { afterAll, beforeAll, expect, test } from "bun:test";
import { Ajv2020 } from "ajv/dist/2020";
import { createTree, newOwner } from "../../e2e/fixtures/visitors.ts";
import { type PlainService, plainService } from "../../test-support/plain-service.ts";
import { LISTED_TOOLS } from "./catalogue.ts";

// What the pages' tools really answer, against the schema that each declares of its answers.
const TIMEOUT_MS = 120_000;
const UNKNOWN = "zzzzzzzz";

type Schema = { properties?: Record<string, Schema>; items?: Schema };

/** The schema without room for facts that it does not name. */
function strict(schema: Schema): Schema {
  const { properties, items } = schema;
  const named =
    properties && Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, strict(each)]));
  return {
    ...schema,
    ...(named && { properties: named, additionalProperties: false }),
    ...(items && { items: strict(items) }),
  };
}

const validator = new Ajv2020({ strict: true, allErrors: true });
const faultsIn = new Map(
  LISTED_TOOLS.flatMap(({ name, outputSchema }) => {
    if (!outputSchema) return [];
    const validate = validator.compile(strict(outputSchema as Schema));
    return [[name, (answer: unknown) => (validate(answer) ? [] : validate.errors)] as const];
  }),
);

let service: PlainService & { close: () => Promise<void> };
let [open, paused, owner] = ["", "", ""];

beforeAll(async () => {
  service = await plainService();
  owner = await newOwner(service.site);
  open = (await createTree(service.site, { owner })).code;
  paused = (await createTree(service.site, { owner })).code;
  const headers = { cookie: owner, "content-type": "application/json" };
  const body = JSON.stringify({ isPaused: true, ownerName: "Ada" });
  expect((await fetch(`${service.site}/owner/trees/${paused}`, { method: "PATCH", headers, body })).status).toBe(200);
}, TIMEOUT_MS);
afterAll(() => service.close(), TIMEOUT_MS);

async function answerOf(tool: string, input: object, { cookie = "", isUnsent = false } = {}) {
  const body = JSON.stringify({ input, timeZone: "UTC", page: "/", isUnsent });
  const headers = { "content-type": "application/json", cookie };
  const answer = await fetch(`${service.site}/webmcp/${tool}`, { method: "POST", headers, body });
  expect(answer.status).toBe(200);
  return (await answer.json()).answer;
}

/** Sends the form of the dialog in which an owner is asked, and returns the result in the page that it leads to. */
async function created(tree: Record<string, string>) {
  const body = new URLSearchParams(tree);
  const sent = await fetch(`${service.site}/create`, {
    method: "POST",
    headers: { cookie: owner },
    body,
    redirect: "manual",
  });
  const cookie = [owner, ...sent.headers.getSetCookie().map((each) => each.split(";")[0])].join("; ");
  const location = sent.headers.get("location");
  const page = location ? await fetch(new URL(location, service.site), { headers: { cookie } }) : sent;
  const [, block = "{}"] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await page.text()) ?? [];
  return JSON.parse(block).result;
}

const TREE = { name: "Our tree", type: "christmas" };

test.each<[tool: string, what: string, code: string | undefined, answer: () => Promise<unknown>]>([
  ["open_tree", "a tree", undefined, () => answerOf("open_tree", { tree: open })],
  ["open_tree", "a paused tree", undefined, () => answerOf("open_tree", { tree: paused })],
  ["open_tree", "an unknown tree", "tree_not_found", () => answerOf("open_tree", { tree: UNKNOWN })],
  ["open_tree", "no code", "invalid_code", () => answerOf("open_tree", { tree: "no" })],
  ["open_tree", "two codes", "ambiguous_code", () => answerOf("open_tree", { tree: `${open} ${paused}` })],
  ["open_tree", "unsent text", "unsent_text", () => answerOf("open_tree", { tree: open }, { isUnsent: true })],
  ["open_tree", "an unknown parameter", "unknown_parameter", () => answerOf("open_tree", { tree: open, x: 1 })],
  ["days_until", "a date", undefined, () => answerOf("days_until", { until: "2999-12-31" })],
  ["days_until", "an occasion", undefined, () => answerOf("days_until", { until: "valentine" })],
  ["days_until", "a tree", undefined, () => answerOf("days_until", { until: open })],
  ["days_until", "a birthday", "no_fixed_day", () => answerOf("days_until", { until: "birthday" })],
  ["days_until", "no day", "not_a_day", () => answerOf("days_until", { until: "2026-02-30" })],
  ["create_tree", "somebody signed out", undefined, () => answerOf("create_tree", TREE)],
  [
    "create_tree",
    "no day for a birthday",
    "invalid_openingDay",
    () => answerOf("create_tree", { ...TREE, type: "birthday" }),
  ],
  [
    "create_tree",
    "an owner who presses the button",
    undefined,
    () => created({ ...TREE, openingDay: "2027-12-25", timeZone: "UTC" }),
  ],
  [
    "create_tree",
    "a refused name",
    "content_rejected",
    () => created({ ...TREE, name: "Fuck you", openingDay: "2027-12-25", timeZone: "UTC" }),
  ],
  [
    "create_tree",
    "too long a name",
    "validation_failed",
    () => created({ ...TREE, name: "x".repeat(41), openingDay: "2027-12-25", timeZone: "UTC" }),
  ],
  [
    "create_tree",
    "a broken character",
    "validation_failed",
    () => created({ ...TREE, name: "a\0b", openingDay: "2027-12-25", timeZone: "UTC" }),
  ],
  ["create_tree", "a missing day", "validation_failed", () => created({ ...TREE, timeZone: "UTC" })],
])("%s answers %s as its schema declares", async (tool, _, code, ask) => {
  const answer = await ask();
  expect(answer).toMatchObject(code === undefined ? { ok: true } : { ok: false, code });
  expect([answer, faultsIn.get(tool)?.(answer)]).toEqual([answer, []]);
});

test("has a schema of answers for every tool of a page", () => {
  expect([...faultsIn.keys()].toSorted()).toEqual(["create_tree", "days_until", "open_tree"]);
});
