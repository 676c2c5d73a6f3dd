import { contactEmail, guidePath, mailto } from "../addresses.ts";
import { LANGUAGES, type Language } from "../i18n/languages.ts";
import { aiCatalog, apiCatalog, ardCatalog } from "./catalogs.ts";
import { authMd, CONTENT_SIGNAL, robotsTxt, securityTxt, sitemapXml } from "./crawlers.ts";
import { llmsFullTxt, llmsTxt } from "./llms.ts";
import type { AlternatePaths } from "./markdown-alternates.ts";
import { AI_CATALOG, LINKSET, MARKDOWN, type MachineFile, type PublishedSite, TEXT } from "./published-site.ts";
import { searchIndex } from "./search-index.ts";
import { SKILLS, skillFile, skillPath, skillsIndex } from "./skills.ts";

/** Renders a page of this site, given by its path without a language, as Markdown. */
export type RenderMarkdown = (path: string, language: Language) => Promise<string>;

const OPEN = { "access-control-allow-origin": "*" };
const CATALOG_LINK = `</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"; profile="https://www.rfc-editor.org/info/rfc9727"`;
const file = (type: string, body: string, headers?: Record<string, string>): MachineFile => ({ type, body, headers });

type MakeMachineFile = (
  published: PublishedSite,
  render: RenderMarkdown,
  language: Language,
) => MachineFile | Promise<MachineFile>;

/** Machine-readable files at fixed paths. */
export const MACHINE_FILES: Readonly<Record<string, MakeMachineFile>> = {
  "/llms.txt": (published) => file(TEXT, llmsTxt(published), OPEN),
  "/llms-full.txt": async (published, render) =>
    file(TEXT, llmsFullTxt(published, await textsIn(LANGUAGES[0], published, render)), OPEN),
  "/guides/search.json": async (published, render, language) => {
    const [own, original] = await Promise.all([language, LANGUAGES[0]].map((each) => textsIn(each, published, render)));
    return file("application/json", searchIndex(published.guides[language], own ?? [], original ?? [], language));
  },
  "/auth.md": (published) => file(MARKDOWN, authMd(published), OPEN),
  "/robots.txt": (published) => file(TEXT, robotsTxt(published)),
  "/sitemap.xml": (published) => file("application/xml", sitemapXml(published)),
  "/.well-known/security.txt": (published) => file(TEXT, securityTxt(published, contact(published))),
  "/.well-known/api-catalog": (published) => file(LINKSET, apiCatalog(published), { ...OPEN, link: CATALOG_LINK }),
  "/.well-known/ai-catalog.json": (published) => file(AI_CATALOG, aiCatalog(published), OPEN),
  "/.well-known/ard.json": (published) => file("application/json", ardCatalog(published), OPEN),
  "/.well-known/agent-skills/index.json": (published) => file("application/json", skillsIndex(published), OPEN),
  ...Object.fromEntries(
    SKILLS.map(({ name }): [string, MakeMachineFile] => [
      skillPath(name),
      (published) => file(MARKDOWN, skillFile(name, published), OPEN),
    ]),
  ),
};

/** The Markdown of all guides in a language, in order. */
const textsIn = (language: Language, { guides }: PublishedSite, render: RenderMarkdown) =>
  Promise.all(guides[language].map(({ name }) => render(guidePath(name), language)));

function contact({ site }: PublishedSite): string {
  const email = contactEmail();
  return process.env.SECURITY_CONTACT || (email ? mailto(email) : `${site}/guides/reporting`);
}

/** The response for a page's Markdown alternate. The token count is an estimate: four characters per token. */
export function alternateFile(
  markdown: string,
  { page, alternate, language }: Omit<AlternatePaths, "requested"> & { language: Language },
  site: string,
): MachineFile {
  return {
    type: MARKDOWN,
    body: markdown,
    headers: {
      vary: "Accept",
      "content-language": language,
      "content-location": alternate,
      link: `<${site}${page}>; rel="canonical"; type="text/html"`,
      "x-markdown-tokens": String(Math.ceil(markdown.length / 4)),
      "content-signal": CONTENT_SIGNAL,
    },
  };
}
