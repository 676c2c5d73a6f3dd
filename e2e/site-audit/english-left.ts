import type { Page } from "@playwright/test";

/** English that a page in another language shows, reads out or tells search engines. */
export const englishOn = (tab: Page): Promise<string[]> => tab.evaluate(englishPhrases);

/** Runs in the browser. Two words of Latin letters in a row, in texts, in names that are read out, and for search engines. */
function englishPhrases(): string[] {
  const foreign = ":not(html)[lang]:not([lang|=ko]), [translate=no], script, style";
  const texts: (string | null)[] = [document.title];
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
    texts.push(meta.getAttribute("content"));
  }
  const brand = /Tree Gifting/g;
  return texts
    .map((text) => (text ?? "").replace(brand, "").trim())
    .filter((text) => /[A-Za-z]{2,}[\s,.]+[A-Za-z]{2,}/.test(text));
}
