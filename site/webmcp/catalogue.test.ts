import { expect, test } from "bun:test";
import { GIFT_IDS } from "#contract/gifts";
import surface from "../../e2e/webmcp/surface.json";
import { LISTED_TOOLS } from "./catalogue.ts";

type Parameter = { type?: string; description?: string; enum?: string[] };
type Seen = { name: string; title: string; description: string; inputSchema: { required: string[] } };

/** The relevant part of a schema; browsers add labels of choices, and order choices as on the page. */
const parametersOf = (properties: object) =>
  Object.entries(properties as Record<string, Parameter>).map(([name, { type, description, enum: values }]) => ({
    ...{ name, type: type ?? "string", description, values: values?.toSorted() },
  }));

test("lists for people exactly what a browser offers to agents", () => {
  const seen: (Seen & { inputSchema: { properties: object } })[] = surface;
  expect(LISTED_TOOLS.map(({ name }) => name).toSorted()).toEqual(seen.map(({ name }) => name).toSorted());
  for (const { name, title, description, inputSchema } of LISTED_TOOLS) {
    const offered = seen.find((each) => each.name === name);
    expect(offered).toMatchObject({ title, description });
    expect(offered?.inputSchema.required).toEqual([...inputSchema.required]);
    expect(parametersOf(offered?.inputSchema.properties ?? {})).toEqual(parametersOf(inputSchema.properties));
  }
});

test("lets agents choose every gift in the catalog", () => {
  const gift = LISTED_TOOLS.find(({ name }) => name === "fill_message")?.inputSchema.properties.giftAssetId;
  expect(gift?.enum).toEqual(GIFT_IDS);
});

/** What Chromium is going to enforce of JSON Schema. */
const KEYWORDS =
  "type properties required enum minimum maximum minLength maxLength pattern items additionalProperties default description".split(
    " ",
  );

function keywordsIn(schema: object): string[] {
  const { properties = {}, items } = schema as { properties?: Record<string, object>; items?: object };
  return [...Object.keys(schema), ...[...Object.values(properties), ...(items ? [items] : [])].flatMap(keywordsIn)];
}

test("describes what every tool takes and answers with keywords that browsers enforce", () => {
  for (const { name, offeredBy, inputSchema, outputSchema } of LISTED_TOOLS) {
    const used = [inputSchema, outputSchema ?? {}].flatMap(keywordsIn);
    expect([name, used.filter((keyword) => !KEYWORDS.includes(keyword))]).toEqual([name, []]);
    expect([name, outputSchema !== undefined]).toEqual([name, offeredBy === "page"]);
  }
});

test("exposes no password to agents, and no tool that sends", () => {
  const names = LISTED_TOOLS.flatMap(({ name, inputSchema }) => [name, ...Object.keys(inputSchema.properties)]);
  expect(
    names.filter((name) => /pass|mail|send|submit/i.test(name) && !/^(senderName|showSenderName)$/.test(name)),
  ).toEqual([]);
});
