import { expect, test } from "bun:test";
import { GIFT_IDS } from "#contract/gifts";
import surface from "../../e2e/webmcp/surface.json";
import { LISTED_TOOLS } from "./catalogue.ts";

type Parameter = { type?: string; description?: string; enum?: string[] };
type Seen = { name: string; title: string; description: string; inputSchema: { required: string[] } };

/** Of a schema, what a reader needs; browsers add the choices' labels, and order choices as the page does. */
const parametersOf = (properties: object) =>
  Object.entries(properties as Record<string, Parameter>).map(([name, { type, description, enum: values }]) => ({
    ...{ name, type: type ?? "string", description, values: values?.toSorted() },
  }));

test("what is listed for people is what a browser offers to agents", () => {
  const seen: (Seen & { inputSchema: { properties: object } })[] = surface;
  expect(LISTED_TOOLS.map(({ name }) => name).toSorted()).toEqual(seen.map(({ name }) => name).toSorted());
  for (const { name, title, description, inputSchema } of LISTED_TOOLS) {
    const offered = seen.find((each) => each.name === name);
    expect(offered).toMatchObject({ title, description });
    expect(offered?.inputSchema.required).toEqual([...inputSchema.required]);
    expect(parametersOf(offered?.inputSchema.properties ?? {})).toEqual(parametersOf(inputSchema.properties));
  }
});

test("every gift of the catalogue may be chosen", () => {
  const gift = LISTED_TOOLS.find(({ name }) => name === "fill_message")?.inputSchema.properties.giftAssetId;
  expect(gift?.enum).toEqual(GIFT_IDS);
});

test("a list for agents holds no password, and nothing that sends", () => {
  const names = LISTED_TOOLS.flatMap(({ name, inputSchema }) => [name, ...Object.keys(inputSchema.properties)]);
  expect(
    names.filter((name) => /pass|mail|send|submit/i.test(name) && !/^(senderName|showSenderName)$/.test(name)),
  ).toEqual([]);
});
