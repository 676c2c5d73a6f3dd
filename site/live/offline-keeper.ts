const LONGEST_WAIT_MS = 2000;

/** Starts the service worker when the page has nothing better to do; the language decides its offline page. */
function keep() {
  const { lang } = document.documentElement;
  // Where it may not start, in some private windows, the site works as it does without.
  navigator.serviceWorker.register(`/service-worker.js?in=${lang}`).catch(() => {});
  // The worker knows which pages came through it; one that came before it is kept because it asks.
  navigator.serviceWorker.ready.then(({ active }) => active?.postMessage("keep this page"));
}

// A guide speaks one language to everybody: it says nothing of the one that the offline page shall speak.
if ("serviceWorker" in navigator && !document.body.hasAttribute("data-one-language")) {
  addEventListener("load", () => {
    if ("requestIdleCallback" in window) requestIdleCallback(keep, { timeout: LONGEST_WAIT_MS });
    else setTimeout(keep, LONGEST_WAIT_MS);
  });
}
