import { LANGUAGES, type Language } from "../i18n/languages.ts";
import type { GuideEntry } from "./published-site.ts";

/** A search result: a section of a guide, from one heading to the next. */
export type SearchPart = { id: string; guide: string; heading: string; text: string };

/**
 * Builds the index of a language for the search in the browser, from every section of every guide. `texts` are the
 * guides' Markdown versions, in order; `originals` the English ones, whose headings name the sections of all languages.
 */
export function searchIndex(
  guides: readonly GuideEntry[],
  texts: readonly string[],
  originals: readonly string[],
  language: Language = LANGUAGES[0],
): string {
  const parts = guides.flatMap(({ name, title }, index) => {
    const sections = partsOf(originals[index] ?? "");
    return partsOf(texts[index] ?? "").map(({ heading, text }, place): SearchPart => {
      const anchor = heading === title ? "" : `#${slugOf(sections[place]?.heading ?? heading)}`;
      return { id: `/${language}/guides/${name}${anchor}`, guide: title, heading, text };
    });
  });
  // Sections with the same heading share an address; the search needs unique ids.
  return JSON.stringify([...new Map(parts.map((part) => [part.id, part])).values()]);
}

function partsOf(markdown: string): { heading: string; text: string }[] {
  // Code contains lines that look like headings, and is not useful as a search result.
  const bare = markdown.replace(/^> For the complete documentation index.*\n/, "").replace(/^( *)```.*?^\1```$/gms, "");
  return bare.split(/^(?=#{1,3} )/m).flatMap((part) => {
    const [, heading = "", text = ""] = /^#{1,3} ([^\n]*)(?:\n(.*))?$/s.exec(part.trim()) ?? [];
    return heading === "" ? [] : [{ heading: plain(heading), text: plain(text) }];
  });
}

/**
 * Markdown as plain text: links as their text, no markup, lists and tables as words. Underscores in names (`open_tree`)
 * stay. Japanese sentences have no space between them.
 */
function plain(markdown: string): string {
  return markdown
    .replace(/\[([^[\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\|[ |:-]+\|$/gm, "")
    .replace(/^ *(?:-|\d+\.) /gm, "")
    .replace(/[`*\\]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "")
    .replace(/[|>\s]+/g, " ")
    .replace(/(?<=[。、！？：」）]) /g, "")
    .trim();
}

/** The id of a heading on its page, computed like github-slugger, which generates them. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}
