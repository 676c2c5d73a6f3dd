import { guideAddress, type PublishedSite } from "./published-site.ts";

/** A part of a guide, from one heading to the next: what a search finds. */
export type SearchPart = { id: string; guide: string; heading: string; text: string };

/** Every part of every guide, for the search in the browser. `twins` are the guides' Markdown, in their order. */
export function searchIndex(published: PublishedSite, twins: readonly string[]): string {
  const parts = published.guides.flatMap(({ name, title }, index) =>
    partsOf(twins[index] ?? "").map(({ heading, text }): SearchPart => {
      const anchor = heading === title ? "" : `#${slugOf(heading)}`;
      return { id: new URL(guideAddress(published, name)).pathname + anchor, guide: title, heading, text };
    }),
  );
  // Two parts of one name have one address; the search wants each once.
  return JSON.stringify([...new Map(parts.map((part) => [part.id, part])).values()]);
}

function partsOf(markdown: string): { heading: string; text: string }[] {
  // Code holds lines that look like headings, and makes no passage that anybody would read.
  const bare = markdown.replace(/^> For the complete documentation index.*\n/, "").replace(/^( *)```.*?^\1```$/gms, "");
  return bare.split(/^(?=#{1,3} )/m).flatMap((part) => {
    const [, heading = "", text = ""] = /^#{1,3} ([^\n]*)(?:\n(.*))?$/s.exec(part.trim()) ?? [];
    return heading === "" ? [] : [{ heading: plain(heading), text: plain(text) }];
  });
}

/** What a reader sees of Markdown: links by their words, no marks, tables as words. */
function plain(markdown: string): string {
  return markdown
    .replace(/\[([^[\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\|[ |:-]+\|$/gm, "")
    .replace(/[`*_|\\>]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** The id that a heading gets on its page (the way of github-slugger, which makes them). */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}
