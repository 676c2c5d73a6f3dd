const LONGEST_WAIT_MS = 2000;

/** Registers the service worker once the page is idle. */
function keep() {
  // If it cannot be registered, as in some private windows, the site works without it.
  navigator.serviceWorker.register("/service-worker.js").catch(() => {});
  // Tells the worker the language of the offline page, and makes it cache this page if it did not serve it itself.
  const { lang: language } = document.documentElement;
  navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ language }));
}

if ("serviceWorker" in navigator) {
  addEventListener("load", () => {
    if ("requestIdleCallback" in window) requestIdleCallback(keep, { timeout: LONGEST_WAIT_MS });
    else setTimeout(keep, LONGEST_WAIT_MS);
  });
}
