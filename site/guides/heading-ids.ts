import type { MarkdownHeading } from "astro";

/**
 * The ids of a translated guide's headings: those of the original, in order, so that a link to a section is the same in
 * every language.
 */
export function headingIds(own: readonly MarkdownHeading[], original: readonly MarkdownHeading[]): Map<string, string> {
  return new Map(own.map(({ slug }, place) => [slug, original[place]?.slug ?? slug]));
}
