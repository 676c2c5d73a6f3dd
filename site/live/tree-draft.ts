import { storage } from "./gift-draft.ts";

/**
 * What an owner typed about a new tree, for the way back to that page: it is emptied when it is left (left-page.ts).
 * The tab alone has it, and gives it to that owner alone.
 */
const TREE_DRAFT = "tree-draft";
type TreeDraft = { owner: string; values: Record<string, string> };

/** Fills in what the owner had typed, and stores what they type now when they leave. */
export function rememberTree(owner: string, form: HTMLFormElement): void {
  restore(owner, form);
  addEventListener("pagehide", () => {
    // Not where they signed out here.
    if (document.body.dataset.owner === owner) store(owner, form);
  });
}

function store(owner: string, form: HTMLFormElement): void {
  const draft = { owner, values: Object.fromEntries(new FormData(form)) };
  storage((session) => session.setItem(TREE_DRAFT, JSON.stringify(draft)), "sessionStorage");
}

/** Unless the page was opened by a link: then it is a new tree. */
function restore(owner: string, form: HTMLFormElement): void {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.type === "navigate") return;
  const draft = storage(
    (session) => JSON.parse(session.getItem(TREE_DRAFT) ?? "null") as TreeDraft | null,
    "sessionStorage",
  );
  if (draft?.owner !== owner) return;
  for (const [name, value] of Object.entries(draft.values)) {
    const field = form.elements.namedItem(name);
    // The hidden key for creating the tree once is the page's own.
    const isTyped = field instanceof HTMLInputElement ? field.type !== "hidden" : field instanceof HTMLSelectElement;
    if (isTyped || field instanceof RadioNodeList) (field as HTMLInputElement | RadioNodeList).value = value;
  }
}
