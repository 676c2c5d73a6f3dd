import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { YAML } from "bun";
import { LISTED_TOOLS } from "../webmcp/catalogue.ts";

const FOLDER = join(import.meta.dir, "../content/guides");

type Frontmatter = {
  title: string;
  description: string;
  group: string;
  order: number;
  updated: string;
};
const guides = readdirSync(FOLDER).map((file) => {
  const [, front = "", text = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(readFileSync(join(FOLDER, file), "utf8")) ?? [];
  return { file, text, data: YAML.parse(front) as Frontmatter };
});

test.each(guides)("$file has complete frontmatter", ({ data }) => {
  expect(Object.keys(data)).toEqual(["title", "description", "group", "order", "updated"]);
  expect(data.title.length).toBeWithin(3, 61);
  expect(data.description.length).toBeWithin(70, 161);
  expect(Number.isInteger(data.order)).toBe(true);
  expect(new Date(data.updated).getTime()).toBeLessThanOrEqual(Date.now());
});

test("no two guides share a title, a description or a position", () => {
  for (const of of [
    ({ data }: (typeof guides)[number]) => data.title,
    ({ data }: (typeof guides)[number]) => data.description,
    ({ data }: (typeof guides)[number]) => `${data.group} ${data.order}`,
  ]) {
    expect(new Set(guides.map(of)).size).toBe(guides.length);
  }
});

test.each(guides)("$file has sections below its title and imports only from the contract", ({ text }) => {
  const prose = text.replace(/^```.*?^```$/gms, "");
  expect(prose).toMatch(/^## /m);
  expect(prose).not.toMatch(/^# /m);
  for (const [, from] of prose.matchAll(/^import .* from "(.*)";$/gm)) expect(from).toStartWith("#contract/");
});

test.each(guides)("$file labels every table", ({ text }) => {
  const tables = text.match(/^\| ---/gm) ?? [];
  expect(text.match(/^<Table label="[^"]+">\n\n\|/gm) ?? []).toHaveLength(tables.length);
});

test("the WebMCP guide has a section for each tool and no other", () => {
  const { text } = guides.find(({ file }) => file === "webmcp.mdx") ?? { text: "" };
  const names = LISTED_TOOLS.map(({ name }) => name).toSorted();
  expect([...text.matchAll(/^### (\w+)$/gm)].map(([, name]) => name).toSorted()).toEqual(names);
  expect([...text.matchAll(/^<AgentTool name="(\w+)" \/>$/gm)].map(([, name]) => name).toSorted()).toEqual(names);
});

test.each(guides)("$file links to no page that requires signing in, since programs follow its links", ({ text }) => {
  for (const [, path = ""] of text.matchAll(/\]\((\/[^)#]*)/g)) {
    expect(path).toMatch(/^\/($|create$|openapi\.json$|guides\/[a-z-]+$)/);
  }
});
