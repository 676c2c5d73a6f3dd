import { empty, loadAgain } from "./page-memory.ts";

/**
 * Lets no page of somebody who was signed in come back after signing out: not in another tab, and (left-page.ts) not
 * from the back-forward cache. Browsers are asked to store none (`no-store`), and do all the same: Firefox what came through a service
 * worker, WebKit what came without TLS, Chromium until it hears of a changed cookie.
 */
const { owner } = document.body.dataset;

if (owner !== undefined) {
  // Where each owner's page says who is signed in, signing out says that nobody is, and pages of somebody else hear it.
  const channel = "BroadcastChannel" in window ? new BroadcastChannel("session") : null;
  channel?.postMessage(owner);
  channel?.addEventListener("message", ({ data }) => data !== owner && checkSession());
  addEventListener("visibilitychange", () => document.visibilityState === "visible" && checkSession());
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
    // Other tabs hear of it (typed-here.ts).
    localStorage.setItem("signed-out", "");
    localStorage.removeItem("signed-out");
  } catch {}
}

/** Nothing that an owner typed is left in this tab. */
function forgetTab() {
  try {
    sessionStorage.clear();
  } catch {}
}
