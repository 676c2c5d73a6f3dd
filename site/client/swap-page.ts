/** Marks a history entry that was reached by soft navigation. */
const IN_PLACE = "in place";
const here = () => location.pathname + location.search;
let shown = here();

/**
 * Replaces the current page with a fetched one: main content, title, and the address after a redirect. Returns false if
 * the response is not a page of this site, such as a proxy's error page.
 */
export async function swapPage(response: Response): Promise<boolean> {
  const arrived = new DOMParser().parseFromString(await response.text(), "text/html");
  const next = arrived.querySelector("main#content");
  const present = document.querySelector("main#content");
  if (!next || !present) return false;
  await announce(next);
  document.title = arrived.title;
  if (response.redirected) moveTo(response.url);
  const scripts = arrived.querySelectorAll<HTMLScriptElement>("script[type=module][src]");
  const known = new Set([...document.styleSheets].map(({ href }) => href));
  const styles = [...arrived.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
  document.head.append(...styles.filter(({ href }) => !known.has(href)));
  await inOneMove(next, () => present.replaceWith(next));
  // Scripts of a fetched page do not run by themselves. One that has run does not run again, and one that fails to load
  // leaves the page as it is without scripts.
  for (const { src } of scripts) import(/* @vite-ignore */ src).catch(() => {});
  return true;
}

/** Turns from gift to gift in one move, where the browser can and the person wishes motion (opening.astro). */
async function inOneMove(next: Element, replace: () => void): Promise<void> {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (isStill || !document.startViewTransition || !next.querySelector("gift-opening")) return replace();
  await document.startViewTransition(replace).updateCallbackDone;
}

/** Announces the next page before the current one is replaced, and waits a tick if a listener asks for it. */
export async function announce(next: Element | null): Promise<void> {
  const isAwaited = !document.dispatchEvent(new CustomEvent("arrival", { detail: next, cancelable: true }));
  if (isAwaited) await new Promise((resolve) => setTimeout(resolve));
}

/** Records that the current page has this address. */
export function moveTo(address: string): void {
  history.pushState(IN_PLACE, "", address);
  shown = here();
}

// A page that was left by soft navigation is not cached: going back loads it again. A change of the hash does nothing.
addEventListener("popstate", () => {
  if (here() !== shown) location.reload();
});

// Going back and forward before this script has loaded shows one page at the address of the other.
const [loaded] = performance.getEntriesByType("navigation");
if (history.state === IN_PLACE && loaded?.name.split("#")[0] !== location.href.split("#")[0]) {
  // Reload only once, whatever address the browser reports.
  history.replaceState(null, "");
  location.reload();
}
