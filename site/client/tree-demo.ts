import { swapParts } from "./swap-parts.ts";

const PARTS = ["#demo-occasions", "#demo-fields", "#demo-tree svg", "#demo-gifts", "#demo-said", "#demo-over"];

/** The demo tree. Requests run one after the other, each from the latest state, so that no click is lost. */
class TreeDemo extends HTMLElement {
  private last = Promise.resolve();

  connectedCallback() {
    this.addEventListener("submit", (event) => {
      const [form, button] = [event.target, event.submitter];
      if (!(form instanceof HTMLFormElement) || !(button instanceof HTMLButtonElement)) return;
      event.preventDefault();
      this.ask(() => addressOf(form, button));
    });
    this.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      this.ask(() => link.href);
    });
  }

  private ask(address: () => string) {
    this.last = this.last.then(() => show(address()));
  }
}

/** The address the form would submit to without this script. */
function addressOf(form: HTMLFormElement, button: HTMLButtonElement): string {
  const fields = [...new FormData(form), [button.name, button.value]].map(([name, value]) => [`${name}`, `${value}`]);
  const address = new URL(form.action);
  address.search = String(new URLSearchParams(fields));
  return address.href;
}

async function show(address: string) {
  const isShown = await fetch(address)
    .then((answer) => swapParts(answer, PARTS))
    .catch(() => false);
  if (!isShown) location.assign(address);
}

customElements.define("tree-demo", TreeDemo);
