const LONGEST_WAIT_MS = 2000;

/** Starts the service worker when the page has nothing better to do. */
function keep() {
  // Where it may not start, in some private windows, the site works as it does without.
  navigator.serviceWorker.register("/service-worker.js").catch(() => {});
  // The worker knows which pages came through it; one that came before it is kept because it asks. The language is that
  // of the offline page.
  const { lang: language } = document.documentElement;
  navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ language }));
}

// A guide speaks one language to everybody: it says nothing of the one that the offline page shall speak.
if ("serviceWorker" in navigator && !document.body.hasAttribute("data-one-language")) {
  addEventListener("load", () => {
    if ("requestIdleCallback" in window) requestIdleCallback(keep, { timeout: LONGEST_WAIT_MS });
    else setTimeout(keep, LONGEST_WAIT_MS);
  });
}
