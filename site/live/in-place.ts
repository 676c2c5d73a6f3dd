import { swapPage } from "./swap-page.ts";

type Transitions = { startViewTransition?: (change: () => Promise<void>) => unknown };

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

async function follow(address: string) {
  try {
    const answer = await fetch(address);
    const show = async () => {
      if (!(await swapPage(answer))) location.assign(address);
    };
    const { startViewTransition } = document as Transitions;
    if (startViewTransition) startViewTransition.call(document, () => show().then(() => arrive(address)));
    else await show().then(() => arrive(address));
  } catch {
    location.assign(address);
  }
}

function arrive(address: string) {
  if (location.href !== address) history.pushState(null, "", address);
  const arrived = document.querySelector<HTMLElement>("[data-arrive]");
  arrived?.focus({ preventScroll: true });
  arrived?.scrollIntoView({ block: "nearest" });
}

customElements.define("in-place", InPlace);
