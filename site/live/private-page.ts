/**
 * Lets no page of somebody who was signed in come back after signing out: neither from the back-forward cache nor in
 * another tab. Browsers are asked to store none (`no-store`), and do all the same: Firefox what came through a service
 * worker, WebKit what came without TLS, Chromium until it hears of a changed cookie.
 */
const { owner, private: marked, oneLanguage } = document.body.dataset;
const isPrivate = marked !== undefined;

/** Where each page that knows says who is signed in, and pages of somebody else hear it. */
const channel = "BroadcastChannel" in window ? new BroadcastChannel("session") : null;
if (oneLanguage === undefined) channel?.postMessage(owner);

if (isPrivate) {
  if (channel) channel.onmessage = ({ data }) => data !== owner && checkSession();
  // By the time it is shown again, it would be seen for a moment: it is emptied while it is left.
  addEventListener("pagehide", empty);
} else {
  // Browsers store no page that listens, and this one may be.
  channel?.close();
}

if (owner !== undefined) {
  addEventListener("visibilitychange", () => document.visibilityState === "visible" && checkSession());
  addEventListener("pageshow", (event: PageTransitionEvent) => {
    if (event.persisted) isPrivate ? loadAgain() : checkSession();
  });
  addEventListener("submit", ({ target, defaultPrevented }) => {
    const isSigningOut = target instanceof HTMLFormElement && new URL(target.action).pathname.endsWith("/sign-out");
    if (isSigningOut && !defaultPrevented) forgetDrafts();
  });
}

/** Asks whether this page's owner is still signed in here. Without an answer, such as offline, the page stays. */
async function checkSession() {
  const answer = await fetch("/auth/get-session", { cache: "no-store" }).catch(() => null);
  const session = answer?.ok ? await answer.json() : null;
  if (!session || session.data.owner?.id === owner) return;
  empty();
  loadAgain();
}

/** Nothing typed is left on the device: this site stores nothing else. Browsers that store nothing throw. */
function forgetDrafts() {
  // What is stored while the page is left asks whose it is (tree-draft.ts).
  delete document.body.dataset.owner;
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {}
}

function empty() {
  // As long as it was, so that the browser finds the place again where its reader was.
  document.body.style.minHeight = `${document.body.scrollHeight}px`;
  document.body.replaceChildren();
}

/** The page as it is for whoever is signed in by now; what was sent to get it is not sent again. */
function loadAgain() {
  history.replaceState(history.state, "");
  location.reload();
}
