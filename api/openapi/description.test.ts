import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { GIFT_IDS } from "#contract/gifts";
import {
  BODY_MAX_BYTES,
  MESSAGE_MAX,
  PAGE_LIMIT_DEFAULT,
  PAGE_LIMIT_MAX,
  REPORT_DETAILS_MAX,
  SENDER_NAME_MAX,
  SHARE_CODE_LENGTH,
  TREE_NAME_MAX,
} from "#contract/limits";
import { PUBLIC_RATE_POLICIES } from "#contract/rate-limits";
import { REPORT_REASONS } from "#contract/reports";
import { RULES_FOR_AGENTS } from "#contract/rules";
import { TREE_TYPES } from "#contract/trees";
import { type TestApp, testApp, testAppOn } from "../app.test-utils.ts";
import { provokeErrors } from "./test-utils/provoked.ts";
import { type Schemas, schemasOf } from "./test-utils/schemas.ts";
import { type Description, errorsIn, type Operation, operationsOf, type Schema, served } from "./test-utils/served.ts";

const urls = { apiUrl: "https://api.tree.example", siteUrl: "https://tree.example" };
let service: TestApp;
let description: Description;
let operations: Operation[];
let schemas: Schemas;
beforeAll(async () => {
  service = await testApp(urls);
  description = await served(service.app);
  operations = operationsOf(description);
  schemas = schemasOf(description);
});
afterAll(() => service.close());

const field = (name: string, of: string) => description.components.schemas[of]?.properties?.[name] as Schema;

describe("operations", () => {
  test("are exactly the public routes of the API", () => {
    const routes = service.app.routes.filter(({ path }) => /^\/v1(\/|$)/.test(path));
    const there = routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
    expect(operations.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(there.toSorted());
  });

  test("have a description, a unique name and a described tag, and need no credentials", () => {
    const tags = description.tags.map(({ name }) => name);
    for (const { operationId, summary, description: text, tags: own, security } of operations) {
      expect(operationId).toMatch(/^[a-z][A-Za-z]+$/);
      expect([summary.length > 5, text.length > 20]).toEqual([true, true]);
      expect(own.filter((tag) => !tags.includes(tag))).toEqual([]);
      expect(own).toHaveLength(1);
      expect(security).toEqual([]);
    }
    // Generated clients have methods of these names, so they never change.
    expect(operations.map(({ operationId }) => operationId)).toEqual([
      "getEntrance",
      "getStatus",
      "getTree",
      "listGifts",
      "hangGift",
      "report",
    ]);
  });

  test("have at least one error and one success response", () => {
    for (const { operationId, responses } of operations) {
      const statuses = Object.keys(responses);
      expect([
        operationId,
        statuses.some((each) => each.startsWith("4")),
        statuses.some((each) => each.startsWith("2")),
      ]).toEqual([operationId, true, true]);
    }
  });

  test("take JSON bodies, and describe each parameter with an example", () => {
    for (const { method, requestBody, parameters } of operations) {
      expect(requestBody !== undefined).toBe(method === "POST");
      for (const each of parameters) {
        expect([each.name, each.description.length > 10, each.example === undefined]).toEqual([each.name, true, false]);
        expect(schemas.fieldErrors(each.schema, each.example)).toEqual([]);
      }
    }
  });
});

test("every error example matches the actual response", async () => {
  const answers: Record<string, { text: string; status: number } | undefined> = await provokeErrors(service);
  const seen = new Set<string>();
  for (const { operationId, responses } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      for (const [reason, example] of Object.entries(errorsIn(response))) {
        const answer = answers[reason];
        seen.add(reason);
        expect([operationId, reason, String(answer?.status)]).toEqual([operationId, reason, status]);
        const given = JSON.parse(answer?.text ?? "{}");
        const requestId = example.error as Record<string, unknown>;
        expect({ ...given, error: { ...given.error, requestId: requestId.requestId } }).toEqual(example);
      }
    }
  }
  expect([...seen].toSorted()).toEqual(Object.keys(answers).toSorted());
});

describe("examples", () => {
  test("of requests and responses match their schemas, without extra fields", () => {
    let checked = 0;
    for (const { requestBody, responses } of operations) {
      const media = [requestBody, ...Object.values(responses)].flatMap(
        (each) => each?.content?.["application/json"] ?? [],
      );
      for (const { schema, example, examples } of media) {
        const values = [
          ...(example === undefined ? [] : [example]),
          ...Object.values(examples ?? {}).map(({ value }) => value),
        ];
        expect(values.length).toBeGreaterThan(0);
        for (const value of values) {
          checked += 1;
          expect([...schemas.fieldErrors(schema, value), ...schemas.undescribed(schema, value)]).toEqual([]);
        }
      }
    }
    expect(checked).toBeGreaterThan(40);
  });

  test("of headers match their schemas", () => {
    for (const { schema, example } of Object.values(description.components.headers)) {
      expect(schemas.fieldErrors(schema, example)).toEqual([]);
    }
  });
});

test("every field has a description, and an example if it holds a value", () => {
  const lacking: string[] = [];
  const look = (schema: Schema & { items?: Schema }, at: string) => {
    if (schema.$ref) return;
    if (typeof schema.description !== "string") lacking.push(`${at} has no description`);
    const holdsValue = schema.properties === undefined && schema.items === undefined;
    const examples = "const" in schema ? [schema.const] : ((schema.examples as unknown[]) ?? []);
    if (holdsValue && examples.length === 0) lacking.push(`${at} has no example`);
    if (holdsValue) for (const each of examples) lacking.push(...schemas.fieldErrors(schema, each));
    for (const [name, property] of Object.entries(schema.properties ?? {})) look(property, `${at}.${name}`);
    if (schema.items) look(schema.items, `${at}[]`);
  };
  for (const [name, schema] of Object.entries(description.components.schemas)) look(schema, name);
  for (const { operationId, responses } of operations) {
    for (const { content } of Object.values(responses))
      if (content) look(content["application/json"].schema, operationId);
  }
  expect(lacking).toEqual([]);
});

describe("values and limits", () => {
  test("match the contract", () => {
    expect(field("giftAssetId", "NewGift").enum).toEqual(GIFT_IDS);
    expect(field("giftAssetId", "Gift").enum).toEqual(GIFT_IDS);
    expect(field("type", "Tree").enum).toEqual(TREE_TYPES);
    expect(field("reason", "NewReport").enum).toEqual(REPORT_REASONS);
    expect(field("message", "NewGift")).toMatchObject({ minLength: 1, maxLength: MESSAGE_MAX });
    expect(field("senderName", "NewGift")).toMatchObject({ minLength: 1, maxLength: SENDER_NAME_MAX });
    expect(field("details", "NewReport")).toMatchObject({ minLength: 1, maxLength: REPORT_DETAILS_MAX });
    expect(field("name", "Tree")).toMatchObject({ minLength: 1, maxLength: TREE_NAME_MAX });
    expect(field("shareCode", "NewGift")).toMatchObject({ minLength: SHARE_CODE_LENGTH, maxLength: SHARE_CODE_LENGTH });
    const limit = operations.flatMap(({ parameters }) => parameters).find(({ name }) => name === "limit");
    const expected = { type: "integer", minimum: 1, maximum: PAGE_LIMIT_MAX, default: PAGE_LIMIT_DEFAULT };
    expect(limit?.schema).toMatchObject(expected);
    expect(JSON.stringify(operations)).toContain(`at most ${BODY_MAX_BYTES / 1024} KiB`);
  });

  test("list the optional fields, and refuse unknown ones", () => {
    const { NewGift, NewReport } = description.components.schemas;
    expect(NewGift).toMatchObject({
      required: ["shareCode", "senderName", "message", "giftAssetId"],
      additionalProperties: false,
    });
    expect(field("showSenderName", "NewGift").default).toBe(false);
    expect(NewReport).toMatchObject({ required: ["shareCode", "reason"], additionalProperties: false });
  });

  test("of rates are in the text, as are the five rules, verbatim", () => {
    const text = description.info.description;
    expect(RULES_FOR_AGENTS).toHaveLength(5);
    for (const rule of RULES_FOR_AGENTS) expect(text).toContain(rule);
    for (const { name, quota, windowSeconds } of Object.values(PUBLIC_RATE_POLICIES)) {
      expect(text).toContain(`\`${name}\`: ${quota} in ${windowSeconds} seconds`);
    }
  });
});

test("the URLs in the description follow the settings, and none is of this machine", async () => {
  expect(description.servers.map(({ url }) => url)).toEqual([urls.apiUrl]);
  expect(JSON.stringify(description)).not.toContain("localhost");
  const other = await served(testAppOn(service.database, { ...urls, apiUrl: "https://other.example" }).app);
  expect(other.servers.map(({ url }) => url)).toEqual(["https://other.example"]);
  expect(description.openapi).toMatch(/^3\.1\./);
  expect(description.info).toMatchObject({ license: { name: "MIT" }, contact: { url: urls.siteUrl } });
});
