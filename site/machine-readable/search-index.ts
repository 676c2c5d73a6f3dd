import { guideAddress, type PublishedSite } from "./published-site.ts";

/** A search result: a section of a guide, from one heading to the next. */
export type SearchPart = { id: string; guide: string; heading: string; text: string };

/**
 * Builds the index for the search in the browser, from every section of every guide. `twins` are the guides' Markdown
 * versions, in order.
 */
export function searchIndex(published: PublishedSite, twins: readonly string[]): string {
  const parts = published.guides.flatMap(({ name, title }, index) =>
    partsOf(twins[index] ?? "").map(({ heading, text }): SearchPart => {
      const anchor = heading === title ? "" : `#${slugOf(heading)}`;
      return { id: new URL(guideAddress(published, name)).pathname + anchor, guide: title, heading, text };
    }),
  );
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

/** Markdown as plain text: links as their text, no markup, tables as words. */
function plain(markdown: string): string {
  return markdown
    .replace(/\[([^[\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\|[ |:-]+\|$/gm, "")
    .replace(/[`*_|\\>]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** The id of a heading on its page, computed like github-slugger, which generates them. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}
