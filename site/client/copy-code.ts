/**
 * Adds a copy button to a code block. Without clipboard access there is no button, and the code can be selected by
 * hand.
 */
class CopyCode extends HTMLElement {
  connectedCallback() {
    if (!navigator.clipboard || this.querySelector("button")) return;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = this.dataset.copy ?? "";
    // Makes screen readers announce the new label.
    button.ariaLive = "polite";
    button.addEventListener("click", () => void this.copy(button));
    this.append(button);
  }

  private async copy(button: HTMLButtonElement) {
    const { copy = "", copied = "" } = this.dataset;
    try {
      await navigator.clipboard.writeText(this.querySelector("code")?.textContent ?? "");
    } catch {
      // In-app browsers often deny access.
      return;
    }
    button.textContent = copied;
    setTimeout(() => {
      button.textContent = copy;
    }, COPIED_MS);
  }
}

const COPIED_MS = 2_000;

customElements.define("copy-code", CopyCode);
