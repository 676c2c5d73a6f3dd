/**
 * Browsers restore form input when a page is revisited. On public pages the input belongs to the visitor, signed in or
 * not, until they sign out on this device; after that it must not come back. Owners' pages are handled by
 * private-page.ts. This file imports nothing: a shared module would be one more request on every page.
 */
const isOwners = document.body.dataset.owner !== undefined;

/** Key in sessionStorage, set from the first visit to this page until sign-out. */
const mark = location.pathname + location.search;

if (!isOwners) {
  addEventListener("pageshow", ({ persisted }: PageTransitionEvent) => {
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const isBack = persisted || navigation?.type === "back_forward";
    const wasShown = markShown();
    if (!isBack || wasShown) return;
    if (!persisted) return resetForms();
    document.body.replaceChildren();
    // Do not submit the form again.
    history.replaceState(history.state, "");
    location.reload();
  });
  // Another tab signed out. Unlike a BroadcastChannel, this listener does not keep the page out of the back-forward
  // cache.
  addEventListener("storage", ({ key }: StorageEvent) => {
    if (key !== "signed-out") return;
    sessionStorage.clear();
    resetForms();
  });
}

/** Marks the page as visited; returns whether it was marked before. Without storage, returns true. */
function markShown(): boolean {
  try {
    const wasMarked = sessionStorage.getItem(mark) !== null;
    sessionStorage.setItem(mark, "");
    return wasMarked;
  } catch {
    return true;
  }
}

function resetForms() {
  for (const form of document.forms) form.reset();
}
