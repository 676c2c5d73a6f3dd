import { beginningOf } from "./sent-gift.ts";

/** Tells gifts to take back apart by who left them and how they begin, which only this device knows. */
class SentWords extends HTMLElement {
  connectedCallback() {
    const begins = beginningOf(this.dataset.gift ?? "");
    if (begins)
      this.textContent = (this.dataset.sentence ?? "").replace(
        /\{(name|words)\}/g,
        // Isolated: a name in Arabic must not turn the sentence around.
        (_, part: "name" | "words") => `\u2068${begins[part]}\u2069`,
      );
  }
}

customElements.define("sent-words", SentWords);
