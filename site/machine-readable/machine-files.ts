import { contactEmail, mailto } from "../addresses.ts";
import { aiCatalog, apiCatalog, ardCatalog } from "./catalogs.ts";
import { authMd, robotsTxt, securityTxt, sitemapXml } from "./crawlers.ts";
import { llmsFullTxt, llmsTxt } from "./llms.ts";
import type { AlternatePaths } from "./markdown-alternates.ts";
import { searchIndex } from "./search-index.ts";
import { SKILLS, skillFile, skillPath, skillsIndex } from "./skills.ts";
import { AI_CATALOG, LINKSET, MARKDOWN, type MachineFile, type PublishedSite, TEXT } from "./world.ts";

/** Tells a page of ours in Markdown. */
export type Tell = (path: string) => Promise<string>;

const OPEN = { "access-control-allow-origin": "*" };
const CATALOG_LINK = `</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"; profile="https://www.rfc-editor.org/info/rfc9727"`;
const aid = (type: string, body: string, headers?: Record<string, string>): MachineFile => ({ type, body, headers });

type MakeMachineFile = (world: PublishedSite, tell: Tell) => MachineFile | Promise<MachineFile>;

/** What programs read at fixed addresses, by path. */
export const AIDS: Readonly<Record<string, MakeMachineFile>> = {
  "/llms.txt": (world) => aid(TEXT, llmsTxt(world), OPEN),
  "/llms-full.txt": async (world, tell) => {
    const twins = await Promise.all(world.guides.map(({ name }) => tell(`/guides/${name}`)));
    return aid(TEXT, llmsFullTxt(world, twins), OPEN);
  },
  "/guides/search.json": async (world, tell) => {
    const twins = await Promise.all(world.guides.map(({ name }) => tell(`/guides/${name}`)));
    return aid("application/json", searchIndex(world, twins));
  },
  "/auth.md": (world) => aid(MARKDOWN, authMd(world), OPEN),
  "/robots.txt": (world) => aid(TEXT, robotsTxt(world)),
  "/sitemap.xml": (world) => aid("application/xml", sitemapXml(world)),
  "/.well-known/security.txt": (world) => aid(TEXT, securityTxt(world, contact(world))),
  "/.well-known/api-catalog": (world) => aid(LINKSET, apiCatalog(world), { ...OPEN, link: CATALOG_LINK }),
  "/.well-known/ai-catalog.json": (world) => aid(AI_CATALOG, aiCatalog(world), OPEN),
  "/.well-known/ard.json": (world) => aid("application/json", ardCatalog(world), OPEN),
  "/.well-known/agent-skills/index.json": (world) => aid("application/json", skillsIndex(world), OPEN),
  ...Object.fromEntries(
    SKILLS.map(({ name }): [string, MakeMachineFile] => [
      skillPath(name),
      (world) => aid(MARKDOWN, skillFile(name, world), OPEN),
    ]),
  ),
};

function contact({ site }: PublishedSite): string {
  const email = contactEmail();
  return process.env.SECURITY_CONTACT || (email ? mailto(email) : `${site}/guides/reporting`);
}

const SIGNAL = "search=yes, ai-input=yes, ai-train=no";

/** A page's Markdown as it is sent. Its tokens are an estimate: four characters each. */
export function alternateFile(markdown: string, { page, alternate }: AlternatePaths, site: string): MachineFile {
  return {
    type: MARKDOWN,
    body: markdown,
    headers: {
      vary: "Accept",
      "content-location": alternate,
      link: `<${site}${page}>; rel="canonical"; type="text/html"`,
      "x-markdown-tokens": String(Math.ceil(markdown.length / 4)),
      "content-signal": SIGNAL,
    },
  };
}
