import { empty, loadAgain } from "./page-memory.ts";

/**
 * Keeps a signed-in owner's pages from coming back after signing out: in another tab, or from the back-forward cache
 * (left-page.ts). Browsers store them despite `no-store`: Firefox if a service worker served them, WebKit without TLS,
 * Chromium until it sees a changed cookie.
 */
const { owner } = document.body.dataset;

if (owner !== undefined) {
  // Each owner's page announces who is signed in, and the page after signing out announces nobody; other pages then
  // check.
  const channel = "BroadcastChannel" in window ? new BroadcastChannel("session") : null;
  channel?.postMessage(owner);
  channel?.addEventListener("message", ({ data }) => data !== owner && checkSession());
  addEventListener("visibilitychange", () => document.visibilityState === "visible" && checkSession());
  // A live page was refused (live-tree.ts).
  document.addEventListener("session-doubted", checkSession);
  addEventListener("submit", ({ target, defaultPrevented }) => {
    const isSigningOut = target instanceof HTMLFormElement && new URL(target.action).pathname.endsWith("/sign-out");
    if (isSigningOut && !defaultPrevented) forgetDrafts();
  });
}

/** Checks whether this page's owner is still signed in. If there is no answer, for example offline, the page stays. */
async function checkSession() {
  const answer = await fetch("/auth/get-session", { cache: "no-store" }).catch(() => null);
  const session = answer?.ok ? await answer.json() : null;
  if (!session || session.data.owner?.id === owner) return;
  forgetTab();
  empty();
  loadAgain();
}

/** Deletes all drafts from the device; this site stores nothing else. Browsers without storage throw. */
function forgetDrafts() {
  forgetTab();
  try {
    localStorage.clear();
    // Notifies other tabs (typed-here.ts).
    localStorage.setItem("signed-out", "");
    localStorage.removeItem("signed-out");
  } catch {}
}

/** Deletes what the owner typed in this tab. */
function forgetTab() {
  try {
    sessionStorage.clear();
  } catch {}
}
