/** The content of a mail in one language: lines, one link, and small print. */
export type Letter = { subject: string; lines: string[]; link?: { words: string; url: string }; small: string[] };

/** Renders a mail as plain text. */
export function plainText({ lines, link, small }: Letter): string {
  const linkAsText = link ? [`${link.words}:\n${link.url}`] : [];
  return `${[...lines, ...linkAsText, "-- ", ...small].join("\n\n")}\n`;
}
