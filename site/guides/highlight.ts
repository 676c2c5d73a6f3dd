import { runHighlighterWithAstro } from "@astrojs/prism/dist/highlighter";

const done = new Map<string, Promise<string>>();

/** Highlights code as HTML with Prism's classes, as in the Markdown. Results are cached. */
export function highlight(code: string, language: string): Promise<string> {
  const key = `${language}\n${code}`;
  const known = done.get(key) ?? runHighlighterWithAstro(language, code).then(({ html }) => html);
  done.set(key, known);
  return known;
}
