import { moveTo, swapPage } from "./swap-page.ts";

type Transition = { ready: Promise<void>; finished: Promise<void> };
type Transitions = { startViewTransition?: (change: () => Promise<void>) => Transition };

/** Follows its links without leaving the page; where that fails, the browser follows them as ever. */
class InPlace extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-in-place]") : null;
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
    // Somebody pressed again meanwhile: what comes late is not wanted any more.
    if (press !== presses) return;
    // Somebody is sent elsewhere, such as to sign in: that is another page, with all that belongs to it.
    if (answer.redirected || !answer.ok) return location.assign(address);
    const arriving = async () => {
      if (await swapPage(answer)) arrive(address);
      else location.assign(address);
    };
    const { startViewTransition } = document as Transitions;
    if (!startViewTransition) return await arriving();
    const { ready, finished } = startViewTransition.call(document, arriving);
    // One that the next overtakes is skipped; the page is there all the same.
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

customElements.define("in-place", InPlace);
