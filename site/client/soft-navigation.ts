import { moveTo, swapPage } from "./swap-page.ts";

type Transition = { ready: Promise<void>; finished: Promise<void> };
type Transitions = { startViewTransition?: (change: () => Promise<void>) => Transition };

/** Follows its links without a full page load; if that fails, the browser navigates as usual. */
class SoftNavigation extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-soft-navigation]") : null;
      if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void follow(link.href);
    });
  }
}

let presses = 0;

async function follow(address: string) {
  presses += 1;
  const press = presses;
  try {
    const answer = await fetch(address);
    // Another link was followed meanwhile: drop this response.
    if (press !== presses) return;
    // Redirected, for example to the sign-in page: load that page in full.
    if (answer.redirected || !answer.ok) return location.assign(address);
    const arriving = async () => {
      if (await swapPage(answer)) arrive(address);
      else location.assign(address);
    };
    const { startViewTransition } = document as Transitions;
    if (!startViewTransition) return await arriving();
    const { ready, finished } = startViewTransition.call(document, arriving);
    // A transition that is interrupted by the next one is skipped; the page is still swapped.
    await Promise.allSettled([ready, finished]);
  } catch {
    location.assign(address);
  }
}

function arrive(address: string) {
  if (location.href !== address) moveTo(address);
  const arrived = document.querySelector<HTMLElement>("[data-arrive]");
  arrived?.focus({ preventScroll: true });
  arrived?.scrollIntoView({ block: "nearest" });
}

customElements.define("soft-navigation", SoftNavigation);
