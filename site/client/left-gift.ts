import { hasLeftGift } from "./sent-gift.ts";

/** A link for those who have left a gift on this tree from this device. */
class LeftGift extends HTMLElement {
  connectedCallback() {
    this.toggleAttribute("data-shown", hasLeftGift(this.dataset.tree ?? ""));
  }
}

customElements.define("left-gift", LeftGift);
