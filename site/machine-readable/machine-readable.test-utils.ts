import { LANGUAGES, type Language } from "../i18n/languages.ts";
import type { GuideEntry, PublishedSite } from "./published-site.ts";

const guidesIn = (language: Language): readonly GuideEntry[] => [
  {
    ...{ name: "leave-a-gift", language, title: "Leave a gift", description: "How to." },
    ...{ group: "For people", updated: "2026-11-20" },
  },
  // In English only.
  {
    ...{ name: "api", language: LANGUAGES[0], title: "The API", description: "Each endpoint." },
    ...{ group: "For programs", updated: "2026-11-21" },
  },
];

/** A published site with two guides, for tests. */
export const testPublishedSite: PublishedSite = {
  site: "https://tree.example",
  api: "https://api.tree.example",
  guides: Object.fromEntries(LANGUAGES.map((each) => [each, guidesIn(each)])) as PublishedSite["guides"],
  builtAt: new Date("2026-11-21T10:00:00Z"),
};

export type LlmsTxt = { title: string; summary: string; info: string; sections: Record<string, Link[]> };
type Link = { title: string; url: string; desc?: string };

/**
 * Parses llms.txt like the reference parser (llmstxt.org): title, one-line summary, info, then sections of links.
 * Throws on anything that makes that parser fail or lose content.
 */
export function parseLlmsTxt(text: string): LlmsTxt {
  if (text.startsWith("\uFEFF") || text.includes("\r")) throw new Error("a byte order mark or a carriage return");
  const [start = "", ...rest] = text.split(/^##\s*/m);
  const parsed = /^# (?<title>.+?$)\n+(?:^> (?<summary>.+?$)$)?\n+(?<info>.*)/ms.exec(start)?.groups;
  if (!parsed?.title || !parsed.summary) throw new Error("no title or no summary");
  const sections = rest.map((section): [string, Link[]] => {
    const [name = "", ...lines] = section.trim().split("\n");
    return [name.trim(), lines.filter((line) => line.trim() !== "").map(parseLink)];
  });
  return {
    title: parsed.title,
    summary: parsed.summary,
    info: parsed.info?.trim() ?? "",
    sections: Object.fromEntries(sections),
  };
}

function parseLink(line: string): Link {
  const link = /^-\s*\[(?<title>[^\]]+)\]\((?<url>[^)]+)\)(?::\s*(?<desc>.*))?$/.exec(line)?.groups;
  if (!link) throw new Error(`no link: ${line}`);
  return link as Link;
}
