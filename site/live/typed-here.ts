import { storage } from "./gift-draft.ts";
import { empty, loadAgain, SIGNED_OUT } from "./page-memory.ts";

/**
 * Browsers give back what was typed on a page that somebody comes back to. On a page for everybody that is a visitor's own,
 * signed in or not, until they sign out on this device: then nothing of it comes back. An owner's page sees to itself.
 */
const isPrivate = document.body.dataset.private !== undefined;

/** Stands in this tab's storage from the first time that the page was shown until somebody signs out. */
const mark = `shown:${location.pathname}${location.search}`;

if (!isPrivate) {
  addEventListener("pageshow", ({ persisted }: PageTransitionEvent) => {
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const isBack = persisted || navigation?.type === "back_forward";
    // Browsers without storage do not tell.
    const isForgotten = isBack && storage((tab) => tab.getItem(mark) === null, "sessionStorage") === true;
    storage((tab) => tab.setItem(mark, ""), "sessionStorage");
    if (!isForgotten) return;
    if (!persisted) return resetForms();
    empty();
    loadAgain();
  });
  // Signing out in another tab. Listening to it, unlike to a channel, leaves a page in the back-forward cache.
  addEventListener("storage", ({ key, newValue }: StorageEvent) => {
    if (key !== SIGNED_OUT || newValue === null) return;
    storage((tab) => tab.clear(), "sessionStorage");
    resetForms();
  });
}

function resetForms() {
  for (const form of document.forms) form.reset();
}
