import type { Language } from "#contract/languages";

/** The content of a mail in one language: lines, one link, and small print. */
export type Letter = { subject: string; lines: string[]; link?: { words: string; url: string }; small: string[] };

/** Renders a mail as plain text, and as HTML that loads nothing. */
export function writeLetter(
  { subject, lines, link, small }: Letter,
  language: Language,
): { text: string; html: string } {
  const linkAsText = link ? [`${link.words}:\n${link.url}`] : [];
  const linkAsHtml = link ? [`<p><a href="${escaped(link.url)}">${escaped(link.words)}</a></p>`] : [];
  const text = `${[...lines, ...linkAsText, "-- ", ...small].join("\n\n")}\n`;
  const html = [
    "<!doctype html>",
    `<html lang="${language}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body>`,
    ...lines.map((line) => `<p>${escaped(line)}</p>`),
    ...linkAsHtml,
    "<hr>",
    ...small.map((line) => `<p><small>${escaped(line)}</small></p>`),
    "</body></html>",
  ].join("\n");
  return { text, html };
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for HTML. A tree's name is its owner's text, and must stay text in the mail. */
const escaped = (words: string) => words.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
