/** Shares a text in the ways this browser supports: the Web Share API and the clipboard. */
class ShareLink extends HTMLElement {
  connectedCallback() {
    const send = this.querySelector<HTMLButtonElement>("[data-send]");
    const copy = this.querySelector<HTMLButtonElement>("[data-copy]");
    const field = this.querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    field?.addEventListener("focus", () => field instanceof HTMLInputElement && field.select());
    if (copy) copy.hidden = !navigator.clipboard;
    copy?.addEventListener("click", () => void this.copy(field));
    const canShare = typeof navigator.share === "function";
    if (send) send.hidden = !canShare;
    copy?.classList.toggle("quiet", canShare || this.dataset.aside !== undefined);
    // Canceling the share dialog is not an error.
    send?.addEventListener("click", () => void navigator.share(this.shared(field)).catch(() => {}));
  }

  private shared(field: HTMLInputElement | HTMLTextAreaElement | null): ShareData {
    const { text, url } = this.dataset;
    return url ? { text: text ?? "", url } : { text: field?.value ?? text ?? "" };
  }

  private async copy(field: HTMLInputElement | HTMLTextAreaElement | null) {
    const said = this.querySelector<HTMLElement>("[data-copied]");
    const say = (words = "") => said?.replaceChildren(words);
    try {
      await navigator.clipboard.writeText(this.dataset.url ?? field?.value ?? "");
      say(said?.dataset.words);
    } catch {
      // Browsers inside apps often deny access.
      field?.focus();
      field?.select();
      say(said?.dataset.byHand);
    }
  }
}

customElements.define("share-link", ShareLink);
