import { empty, loadAgain } from "./page-memory.ts";

/**
 * Lets no page of somebody who was signed in come back after signing out: not in another tab, and (left-page.ts) not
 * from the back-forward cache. Browsers are asked to store none (`no-store`), and do all the same: Firefox what came through a service
 * worker, WebKit what came without TLS, Chromium until it hears of a changed cookie.
 */
const { owner, private: marked, oneLanguage } = document.body.dataset;
const isPrivate = marked !== undefined;

/** Where each page that knows says who is signed in, and pages of somebody else hear it. */
const channel = "BroadcastChannel" in window ? new BroadcastChannel("session") : null;
if (oneLanguage === undefined) channel?.postMessage(owner);

if (isPrivate) {
  if (channel) channel.onmessage = ({ data }) => data !== owner && checkSession();
} else {
  // Browsers store no page that listens, and this one may be.
  channel?.close();
}

if (owner !== undefined) {
  addEventListener("visibilitychange", () => document.visibilityState === "visible" && checkSession());
  addEventListener("pageshow", (event: PageTransitionEvent) => {
    if (event.persisted && !isPrivate) checkSession();
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
  forgetTab();
  empty();
  loadAgain();
}

/** Nothing typed is left on the device: this site stores nothing else. Browsers that store nothing throw. */
function forgetDrafts() {
  forgetTab();
  try {
    localStorage.clear();
  } catch {}
}

/** Nothing that an owner typed is left in this tab. */
function forgetTab() {
  // What is stored while the page is left asks whose it is (tree-draft.ts).
  delete document.body.dataset.owner;
  try {
    sessionStorage.clear();
  } catch {}
}
