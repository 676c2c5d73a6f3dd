import { draftOf } from "./gift-draft.ts";

/** Where there is no form to put it in: shows the message that was typed on this device and never sent, if there is one. */
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
