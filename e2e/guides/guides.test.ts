import { afterAll, beforeAll, expect, test } from "bun:test";
import { LANGUAGES, type Language } from "#contract/languages";
import { plainService } from "../../test-support/plain-service.ts";
import { newOwner } from "../fixtures/visitors.ts";
import { type ReadPage, readGuide } from "./read-guide.ts";

const TIMEOUT_MS = 120_000;
let service: Awaited<ReturnType<typeof plainService>>;
let guides: { name: string; title: string; description: string; group: string; updated: string }[];

beforeAll(async () => {
  service = await plainService();
  guides = await (await fetch(`${service.site}/guides/list.json`)).json();
}, TIMEOUT_MS);
afterAll(() => service.close(), TIMEOUT_MS);

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(service.site + path, { redirect: "manual", headers });
const read = async (path: string): Promise<ReadPage> => readGuide(await (await get(path)).text());

test("lists the planned guides in reading order", () => {
  expect(guides.map(({ name }) => name)).toEqual([
    ...["getting-started", "create-a-tree", "leave-a-gift", "opening-day", "gifts"],
    ...["community-guidelines", "reporting", "parents-and-teachers", "privacy", "terms", "accessibility"],
    ...["api", "errors-and-limits", "for-agents", "webmcp"],
    "self-hosting",
  ]);
});

test("links every guide with its description in the index", async () => {
  const { links, words } = await read("/guides/");
  for (const { name, title, description, group } of guides) {
    expect(links).toContain(`/guides/${name}`);
    for (const said of [title, description, group]) expect(words).toContain(said);
  }
});

test("contains only links to existing pages and fragments in every guide", async () => {
  const english = ["/guides/", ...guides.map(({ name }) => `/guides/${name}`)];
  const pages = LANGUAGES.flatMap((language) => english.map((path) => `/${language}${path}`));
  const read = new Map<string, ReadPage>();
  const broken: string[] = [];
  const follow = async (path: string) => {
    const answer = await fetch(service.site + path);
    if (answer.status !== 200) broken.push(`${path} answers ${answer.status}`);
    read.set(path, readGuide(await answer.text()));
  };
  for (const path of pages) await follow(path);
  for (const [from, { links }] of [...read]) {
    for (const link of links) {
      const { origin, pathname, hash } = new URL(link, service.site + from);
      if (origin !== service.site) broken.push(`${from} leads to ${origin}`);
      if (!read.has(pathname)) await follow(pathname);
      if (hash && !read.get(pathname)?.ids.has(hash.slice(1))) broken.push(`${from} leads to ${link}`);
    }
  }
  expect(broken).toEqual([]);
  expect(read.size).toBeGreaterThan(pages.length);
});

test("links each guide to the next and the previous one", async () => {
  for (const [place, { name }] of guides.entries()) {
    const { links } = await read(`/guides/${name}`);
    for (const neighbour of [guides[place - 1], guides[place + 1]]) {
      if (neighbour) expect(links.slice(-2)).toContain(`/guides/${neighbour.name}`);
    }
  }
});

test("serves all readers of a language the same guide, whoever is signed in", async () => {
  const owner = await newOwner(service.site);
  const textOf = async (path: string, headers: Record<string, string>) => (await get(path, headers)).text();
  for (const path of ["/guides/", "/guides/privacy"]) {
    for (const language of LANGUAGES) {
      const own = `/${language}${path}`;
      const [plain, signedIn] = [await get(own), await get(own, { cookie: owner, "accept-language": "eo" })];
      const html = await plain.text();
      expect(await signedIn.text()).toBe(html);
      expect(html).toContain(`<html lang="${language}"`);
      for (const { headers } of [plain, signedIn]) {
        expect(headers.get("cache-control")).toBe("public, max-age=300, must-revalidate");
        expect(headers.get("content-language")).toBe(language);
        expect(headers.get("vary")?.split(/,\s*/).toSorted()).toEqual(["Accept", "Accept-Encoding"]);
        expect(headers.has("set-cookie")).toBe(false);
      }
      const byHeader = await get(path, { "accept-language": language });
      const accepted = ["Accept", "Accept-Encoding", "Accept-Language", "Cookie"];
      expect(byHeader.headers.get("vary")?.split(/,\s*/).toSorted()).toEqual(accepted);
      expect(byHeader.headers.get("cache-control")).toBe("no-cache");
      const text = await byHeader.text();
      expect(text).toContain(`<html lang="${language}"`);
      // Another visitor's language must not be served from memory.
      expect(await textOf(path, { cookie: `${owner}; language=${language}`, "accept-language": "eo" })).toBe(text);
    }
  }
});

test("tells caches when the list of guides depends on the visitor's language", async () => {
  const varyOf = async (path: string) => (await get(path, { "accept-language": "ko" })).headers.get("vary");
  expect(await varyOf("/guides/list.json")).toBe("Accept-Language, Cookie, Accept-Encoding");
  expect(await varyOf("/ko/guides/list.json")).toBe("Accept-Encoding");
});

test("redirects all spellings of a guide's URL to one", async () => {
  for (const [path, location] of [
    ["/guides", "/guides/"],
    ["/guides/api/", "/guides/api"],
    ["/ko/guides", "/ko/guides/"],
    ["/ko/guides/api/", "/ko/guides/api"],
    ["/en/guides/api/?a=b", "/en/guides/api"],
    ["/ko//guides/", "/ko/guides/"],
    ["/ko///guides/api?a=b", "/ko/guides/api"],
    ["/ko//evil.example/", "/ko/evil.example/"],
  ] as const) {
    const answer = await get(path);
    expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 308, location]);
  }
});

test("gives a section the same address in every language", async () => {
  for (const { name } of guides) {
    const original = readGuide(await (await get(`/en/guides/${name}`)).text());
    for (const language of LANGUAGES) {
      const own = readGuide(await (await get(`/${language}/guides/${name}`)).text());
      expect([name, ...own.ids]).toEqual([name, ...original.ids]);
    }
  }
});

test("names a guide's languages to search engines; without a translation it is the English one's page", async () => {
  const languageOf = async (each: Language) => (await (await get(`/${each}/guides/list.json`)).json())[0].language;
  const spoken = await Promise.all(LANGUAGES.map(languageOf));
  const translated = LANGUAGES.filter((each) => spoken.includes(each));
  for (const [index, language] of LANGUAGES.entries()) {
    const html = await (await get(`/${language}/guides/privacy`)).text();
    const links = [...html.matchAll(/<link rel="alternate" hreflang="([\w-]+)" href="([^"]+)"/g)];
    expect(links.map(([, hreflang, href]) => [hreflang, href])).toEqual([
      ...translated.map((each) => [each, `${service.site}/${each}/guides/privacy`]),
      ["x-default", `${service.site}/guides/privacy`],
    ]);
    expect(html).toContain(`<link rel="canonical" href="${service.site}/${spoken[index]}/guides/privacy"`);
    expect(html).toContain(`"inLanguage":"${spoken[index]}"`);
  }
});

test("answers 404 for an unknown guide", async () => {
  for (const name of ["nothing", "..%2f..%2fetc", "__proto__"]) {
    const answer = await get(`/guides/${name}`);
    expect([name, answer.status]).toEqual([name, 404]);
    expect(answer.headers.get("cache-control")).not.toContain("public");
  }
});

test("uses no inline styles or scripts in a guide", async () => {
  for (const { name } of guides) {
    const html = await (await get(`/guides/${name}`)).text();
    expect(html).not.toMatch(/\sstyle=|<style|<script(?![^>]*(?:\ssrc=|application\/ld\+json))|\son[a-z]+="/);
  }
});

test("gives every section of a guide an ID, and lists them all in the table of contents", async () => {
  for (const { name } of guides) {
    const html = await (await get(`/guides/${name}`)).text();
    const { links } = readGuide(html);
    const headings = [...html.matchAll(/<h([1-6])(?:\s[^>]*)?>/g)].map(([tag, level]) => ({ tag, level }));
    expect(headings.filter(({ level }) => level === "1")).toHaveLength(1);
    for (const { tag, level } of headings) {
      const [, id] = / id="([^"]+)"/.exec(tag) ?? [];
      if (level !== "1") expect(links).toContain(`#${id}`);
    }
  }
});
