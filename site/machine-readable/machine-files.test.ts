import { expect, test } from "bun:test";
import { RULES_FOR_AGENTS } from "#contract/rules";
import { LANGUAGES, type Language } from "../i18n/languages.ts";
import { withLanguage } from "../i18n/prefix.ts";
import { llmsFullTxt, llmsTxt } from "./llms.ts";
import { MACHINE_FILES } from "./machine-files.ts";
import { parseLlmsTxt, testPublishedSite as published } from "./machine-readable.test-utils.ts";
import { alternatePaths, negotiatedForm } from "./markdown-alternates.ts";
import { SKILLS } from "./skills.ts";

const made = async (path: string, language: Language = "en") => {
  const make = MACHINE_FILES[path];
  if (!make) throw new Error(`no machine-readable file at ${path}`);
  return make(
    published,
    async (page) => `> For the complete documentation index, see x.\n\n# ${page}\n\nText of ${page}\n`,
    language,
  );
};
const parsed = async (path: string) => JSON.parse((await made(path)).body);

test("llms.txt parses with the reference grammar and links to Markdown", () => {
  const { title, summary, info, sections } = parseLlmsTxt(llmsTxt(published));
  expect([title, summary.length > 60]).toEqual(["Tree Gifting", true]);
  for (const rule of RULES_FOR_AGENTS) expect(info).toContain(rule);
  expect(info).toContain("https://api.tree.example/v1");
  expect(Object.keys(sections)).toEqual(["Guides", "Guides in other languages", "Agent skills", "Optional"]);
  const links = Object.values(sections).flat();
  expect(links.length).toBe(7 + LANGUAGES.length - 1);
  expect(links.map(({ url }) => url)).toContain("https://tree.example/ko/guides.md");
  for (const { url, desc } of links) {
    expect(url).toMatch(/^https:\/\/tree\.example\/\S+\.(md|txt)$/);
    expect(desc).toBeTruthy();
  }
});

test("llms.txt names no language that has no guides of its own", () => {
  const guides = { ...published.guides, ja: published.guides.en };
  const text = llmsTxt({ ...published, guides });
  expect(text).toContain("/ko/guides.md");
  expect(text).not.toContain("/ja/guides.md");
});

test("llms-full.txt contains each guide with its title and address", () => {
  const text = llmsFullTxt(published, [
    "> For the complete documentation index, see x.\n\n# Leave a gift\n\nHang it.\n",
    "# The API\n\nCall it.\n",
  ]);
  expect(text).toContain(
    "# Leave a gift\n\nSource: https://tree.example/guides/leave-a-gift\n\nHang it.\n\n---\n\n# The API\n",
  );
  expect(text.match(/^# /gm)).toHaveLength(3);
  expect(text).not.toContain("complete documentation index");
});

test("the API catalog is a linkset: contexts with an anchor, relations with lists of targets", async () => {
  const { linkset, ...others } = await parsed("/.well-known/api-catalog");
  expect(others).toEqual({});
  for (const { anchor, ...relations } of linkset) {
    expect(URL.canParse(anchor)).toBe(true);
    for (const targets of Object.values<{ href: string }[]>(relations)) {
      expect(Array.isArray(targets) && targets.length > 0).toBe(true);
      for (const { href } of targets) expect(new URL(href).protocol).toBe("https:");
    }
  }
  expect(linkset[0].anchor).toBe("https://api.tree.example/v1");
  expect(linkset.at(-1).item).toEqual([{ href: "https://api.tree.example/v1" }]);
  const { type, headers } = await made("/.well-known/api-catalog");
  expect(type).toBe('application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"');
  expect(headers?.link).toStartWith('</.well-known/api-catalog>; rel="api-catalog"');
});

test("the skills index lists both skills, with digests of the exact bytes served", async () => {
  const { $schema, skills } = await parsed("/.well-known/agent-skills/index.json");
  expect($schema).toBe("https://schemas.agentskills.io/discovery/0.2.0/schema.json");
  expect(skills.map(({ name }: { name: string }) => name)).toEqual(["leave-a-message", "create-a-tree"]);
  for (const { type, url, digest, description } of skills) {
    const served = (await made(url)).body;
    const hash = new Bun.CryptoHasher("sha256").update(served).digest("hex");
    expect([type, digest]).toEqual(["skill-md", `sha256:${hash}`]);
    expect(description.length).toBeLessThanOrEqual(1024);
    expect(served).toContain(`description: ${description}\n`);
  }
});

test.each(SKILLS.map(({ name }) => name))(
  "the skill %s is complete: name, rules, and no unfilled placeholder",
  async (name) => {
    const { body } = await made(`/.well-known/agent-skills/${name}/SKILL.md`);
    const fields =
      /^---\n(.*?)\n---\n/s
        .exec(body)?.[1]
        ?.split("\n")
        .filter((line) => !line.startsWith(" ")) ?? [];
    expect(fields.map((line) => line.split(":")[0])).toEqual([
      "name",
      "description",
      "license",
      "compatibility",
      "metadata",
    ]);
    expect(body).toContain(`name: ${name}\n`);
    for (const rule of RULES_FOR_AGENTS) expect(body).toContain(rule);
    expect(body).not.toContain("{{");
    expect(body.split("\n").length).toBeLessThan(500);
  },
);

test("the AI catalog is discoverable: a host, and entries with an identifier and either a URL or data", async () => {
  const { specVersion, host, entries } = await parsed("/.well-known/ai-catalog.json");
  expect([specVersion, host.displayName]).toEqual(["1.0", "Tree Gifting"]);
  expect(entries).toHaveLength(3);
  expect(new Set(entries.map(({ identifier }: { identifier: string }) => identifier)).size).toBe(3);
  for (const entry of entries) {
    expect(entry.identifier).toMatch(/^urn:air:tree\.example:(skill|api):[a-z0-9-]+$/);
    expect("url" in entry !== "data" in entry).toBe(true);
    expect(entry.representativeQueries.length).toBeWithin(2, 6);
  }
  // Lighthouse and the ARD conformance test know these; they know none of an OpenAPI description yet.
  const skill = 'text/markdown; profile="urn:air:agent-skills"';
  expect(entries.map(({ type }: { type: string }) => type)).toEqual([skill, skill, "application/ai-catalog+json"]);
  expect(entries.at(-1).data).toMatchObject({
    specVersion: "1.0",
    entries: [{ type: "application/openapi+json", url: "https://tree.example/openapi.json" }],
  });
  expect((await parsed("/.well-known/ard.json")).entries).toEqual(entries);
});

test("robots.txt has rules for each group and the address of the sitemap", async () => {
  const { body } = await made("/robots.txt");
  const groups = body.split("\n\n").filter((group) => group.startsWith("User-agent"));
  expect(groups).toHaveLength(2);
  for (const group of groups)
    expect(group).toContain("Content-Signal: search=yes, ai-input=yes, ai-train=no\nAllow: /");
  expect(body).toContain("Sitemap: https://tree.example/sitemap.xml");
});

test("the sitemap lists every page without a language and in each of its own, with the day of its last change", async () => {
  const { body } = await made("/sitemap.xml");
  const entries = [...body.matchAll(/<loc>([^<]+)<\/loc>\s*<lastmod>(\d{4}-\d\d-\d\d)<\/lastmod>(.*?)<\/url>/gs)];
  const inAll = (path: string) => [path, ...LANGUAGES.map((each) => withLanguage(each, path))];
  expect(entries.map(([, loc]) => loc)).toEqual(
    [...["/", "/create", "/guides/", "/guides/leave-a-gift"].flatMap(inAll), "/guides/api", "/en/guides/api"].map(
      (path) => `https://tree.example${path}`,
    ),
  );
  for (const [, loc = "", lastmod, links = ""] of entries) {
    expect(lastmod).toMatch(/^2026-11-2[01]$/);
    const hrefs = [...links.matchAll(/hreflang="([\w-]+)" href="([^"]+)"/g)].map(([, , href]) => href);
    expect(hrefs).toContain(loc);
  }
});

test("security.txt prefers the security contact to the operator's address", async () => {
  const contactWith = async (variables: Record<string, string>) => {
    Object.assign(process.env, variables);
    const { body } = await made("/.well-known/security.txt");
    for (const name of Object.keys(variables)) delete process.env[name];
    return /^Contact: (.*)$/m.exec(body)?.[1];
  };
  const CONTACT_EMAIL = "r&d@tree.example";
  expect(await contactWith({ CONTACT_EMAIL })).toBe("mailto:r%26d@tree.example");
  const SECURITY_CONTACT = "mailto:security@tree.example";
  expect(await contactWith({ CONTACT_EMAIL, SECURITY_CONTACT })).toBe(SECURITY_CONTACT);
});

test("security.txt has a contact and expires within a year", async () => {
  const { body } = await made("/.well-known/security.txt");
  expect(body).toMatch(/^Contact: https:\/\/tree\.example\//m);
  const expires = Date.parse(/^Expires: (.*)$/m.exec(body)?.[1] ?? "");
  expect(expires - published.builtAt.getTime()).toBeWithin(1, 365 * 86_400_000);
});

test.each([
  ["/", "page", "/", "/index.md"],
  ["/index.md", "alternate", "/", "/index.md"],
  ["/create", "page", "/create", "/create.md"],
  ["/guides/", "page", "/guides/", "/guides.md"],
  ["/guides.md", "alternate", "/guides/", "/guides.md"],
  ["/guides/api", "page", "/guides/api", "/guides/api.md"],
  ["/guides/api.md", "alternate", "/guides/api", "/guides/api.md"],
])("%s requests the %s of %s, whose alternate is %s", (path, requested, page, alternate) => {
  expect(alternatePaths(path)).toEqual({ page, alternate, requested: requested as "page" | "alternate" });
});

test.each(["/sign-in", "/guides", "/guides/a/b", "/guides/../x", "/guides/X", "/sign-in.md"])(
  "%s has no alternate",
  (path) => {
    expect(alternatePaths(path)).toBeNull();
  },
);

test("the alternate's own address is Markdown, whatever Accept says", () => {
  const alternate = { page: "/", alternate: "/index.md", requested: "alternate" } as const;
  expect(negotiatedForm(alternate, "text/html")).toBe("markdown");
  expect(negotiatedForm({ ...alternate, requested: "page" }, "text/html")).toBe("html");
});
