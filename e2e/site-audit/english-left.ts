import type { Page } from "@playwright/test";

/** Returns English text that a page in another language shows, has read out, or gives search engines. */
export const englishOn = (tab: Page, language: string): Promise<string[]> => tab.evaluate(englishPhrases, language);

/**
 * Runs in the browser. Finds two consecutive words in Latin letters in texts, accessible names, and metadata for search
 * engines; in a language in Latin letters, a word that only English has.
 */
function englishPhrases(language: string): string[] {
  const foreign = `:not(html)[lang]:not([lang|=${language}]), [translate=no], code, script, style`;
  // A guide that is not translated has its English title, and says so.
  const isTranslated = document.querySelector("article[lang]") === null;
  const texts: (string | null)[] = isTranslated ? [document.title] : [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement?.closest(foreign)) texts.push(walker.currentNode.textContent);
  }
  for (const name of ["aria-label", "aria-description", "title", "placeholder", "alt", "data-words", "data-text"]) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      if (!element.closest(foreign)) texts.push(element.getAttribute(name));
    }
  }
  for (const meta of document.querySelectorAll("meta[name=description], meta[property='og:title']")) {
    if (isTranslated) texts.push(meta.getAttribute("content"));
  }
  const names = /Tree Gifting|JSON API|curl|TypeScript|Python/g;
  const isInLatin = new Intl.Locale(language).maximize().script === "Latn";
  const english = isInLatin ? /\b(the|your|you|and|with|this|that|are)\b/i : /[A-Za-z]{2,}[,.]?\s+[A-Za-z]{2,}/;
  return texts.map((text) => (text ?? "").replace(names, "").trim()).filter((text) => english.test(text));
}
