import { draftOf } from "./gift-draft.ts";

/** Shows a message that was typed on this device and never sent, if there is no form to restore it into. */
class UnsentDraft extends HTMLElement {
  connectedCallback() {
    const text = this.querySelector("textarea");
    const message = draftOf(this.dataset.tree ?? "")?.values.message;
    if (!text || !message) return;
    text.value = message;
    this.hidden = false;
  }
}

customElements.define("unsent-draft", UnsentDraft);
