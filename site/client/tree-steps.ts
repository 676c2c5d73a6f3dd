/**
 * The form for a new tree, one step at a time. The stylesheet collapses the steps and links lead between them; this script
 * validates the form, moves the focus, and proposes and shows the tree's name.
 */
class TreeSteps extends HTMLElement {
  connectedCallback() {
    const form = this.querySelector("form");
    const next = this.querySelector<HTMLAnchorElement>("[data-turn=next]");
    if (!form || !next) return;
    form.addEventListener("submit", (event) => {
      // A button with a name does something else.
      if (event.submitter?.hasAttribute("name")) return;
      // Enter in a field goes to the next step instead of submitting the form.
      const isForward = next.getClientRects().length > 0;
      if (isForward) location.hash = next.hash;
      if (isForward || !form.reportValidity()) event.preventDefault();
    });
    // Named after who it is for, until it is named otherwise.
    const name = form.querySelector<HTMLInputElement>("#name");
    const ownerName = form.querySelector<HTMLInputElement>("#ownerName");
    let proposed = "";
    const propose = () => {
      if (name?.value !== proposed) return;
      const whose = ownerName?.value.trim();
      proposed = whose ? (this.dataset.name ?? "").replace("{name}", () => whose) : "";
      name.value = proposed;
    };
    form.addEventListener("input", ({ target }) => {
      if (target === ownerName) propose();
      showName(form);
    });
    addEventListener("hashchange", () => {
      this.querySelector<HTMLElement>(".step:target legend")?.focus({ preventScroll: true });
    });
    // On back navigation, browsers restore the fields only now.
    addEventListener("pageshow", () => {
      propose();
      showName(form);
    });
  }
}

/** Shows the tree's name on the sign next to the tree. */
function showName(form: HTMLFormElement) {
  const name = `${new FormData(form).get("name") ?? ""}`.trim();
  for (const sign of document.querySelectorAll<HTMLElement>("[data-tree-name]")) {
    const shown = name || (sign.dataset.treeName ?? "");
    if (sign.textContent?.trim() !== shown) sign.textContent = shown;
  }
}

customElements.define("tree-steps", TreeSteps);
