/**
 * Browsers give back what was typed on a page that somebody comes back to. On a page for everybody that is a visitor's own,
 * signed in or not, until they sign out on this device: then nothing of it comes back. An owner's page sees to itself
 * (private-page.ts). It imports nothing: what both had in common would be one more request on every page.
 */
const isOwners = document.body.dataset.owner !== undefined;

/** Stands in this tab's storage from the first time that the page was shown until somebody signs out. */
const mark = location.pathname + location.search;

if (!isOwners) {
  addEventListener("pageshow", ({ persisted }: PageTransitionEvent) => {
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const isBack = persisted || navigation?.type === "back_forward";
    const wasShown = markShown();
    if (!isBack || wasShown) return;
    if (!persisted) return resetForms();
    document.body.replaceChildren();
    // What was sent to get the page is not sent again.
    history.replaceState(history.state, "");
    location.reload();
  });
  // Signing out in another tab. Listening to it, unlike to a channel, leaves a page in the back-forward cache.
  addEventListener("storage", ({ key }: StorageEvent) => {
    if (key !== "signed-out") return;
    sessionStorage.clear();
    resetForms();
  });
}

/** Notes that the page is shown; whether it was before, and nobody signed out since. Browsers without storage cannot tell. */
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
