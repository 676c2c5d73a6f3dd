import { storage } from "./gift-draft.ts";

/**
 * What an owner typed about a new tree, for the way back to that page: it is emptied when it is left (private-page.ts).
 * The tab alone has it, and gives it to that owner alone.
 */
type TreeDraft = { owner: string; values: Record<string, string> };

const NAME = "tree-draft";
const treeForm = () => document.querySelector<HTMLFormElement>("tree-steps form");

export function storeTreeDraft(owner: string): void {
  const form = treeForm();
  if (!form) return;
  const draft = { owner, values: Object.fromEntries(new FormData(form)) };
  storage((store) => store.setItem(NAME, JSON.stringify(draft)), "sessionStorage");
}

/** Fills the form in, unless the page was opened by a link: then it is a new one. */
export function restoreTreeDraft(owner: string): void {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const form = treeForm();
  if (!form || navigation?.type === "navigate") return;
  const draft = storage((store) => JSON.parse(store.getItem(NAME) ?? "null") as TreeDraft | null, "sessionStorage");
  if (draft?.owner !== owner) return;
  for (const [name, value] of Object.entries(draft.values)) {
    const field = form.elements.namedItem(name);
    // The hidden key for creating the tree once is the page's own.
    const isTyped = field instanceof HTMLInputElement ? field.type !== "hidden" : field instanceof HTMLSelectElement;
    if (isTyped || field instanceof RadioNodeList) (field as HTMLInputElement | RadioNodeList).value = value;
  }
}

export function forgetTreeDraft(): void {
  storage((store) => store.removeItem(NAME), "sessionStorage");
}
