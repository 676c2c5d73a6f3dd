/** Marks in the browser's history a page that was come to in place. */
const IN_PLACE = "in place";
const here = () => location.pathname + location.search;
let shown = here();

/**
 * Shows a page that was fetched in place of the present one: its main part, its title, and its address where it was
 * sent on to another. False where what came back is no page of ours, such as a proxy's own error.
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
  present.replaceWith(next);
  // A page that was fetched does not run its scripts by itself. One that ran here already does not run again, and one that
  // cannot be had is missed no more than without scripts.
  for (const { src } of scripts) import(/* @vite-ignore */ src).catch(() => {});
  return true;
}

/** Whoever waits for what comes of it hears of the page before the present one is gone, and may ask for a moment. */
export async function announce(next: Element | null): Promise<void> {
  const isAwaited = !document.dispatchEvent(new CustomEvent("arrival", { detail: next, cancelable: true }));
  if (isAwaited) await new Promise((resolve) => setTimeout(resolve));
}

/** The page that stands here now is the one at that address. */
export function moveTo(address: string): void {
  history.pushState(IN_PLACE, "", address);
  shown = here();
}

// A page that was left in place is not kept: going back to it asks for it anew. A part of the same page is no other.
addEventListener("popstate", () => {
  if (here() !== shown) location.reload();
});

// Who goes back, and forward again before this script is there to hear of it, has the one page at the address of the other.
const [loaded] = performance.getEntriesByType("navigation");
if (history.state === IN_PLACE && loaded?.name.split("#")[0] !== location.href.split("#")[0]) {
  // Once, whatever the browser calls what it loaded.
  history.replaceState(null, "");
  location.reload();
}
