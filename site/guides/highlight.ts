import { runHighlighterWithAstro } from "@astrojs/prism/dist/highlighter";

const done = new Map<string, Promise<string>>();

/** Code as HTML, its parts marked by Prism's classes, as those of the Markdown are; each piece is marked once. */
export function highlight(code: string, language: string): Promise<string> {
  const key = `${language}\n${code}`;
  const known = done.get(key) ?? runHighlighterWithAstro(language, code).then(({ html }) => html);
  done.set(key, known);
  return known;
}
