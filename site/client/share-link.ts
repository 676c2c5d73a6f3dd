/** Shares a link, with its text, in the ways this browser supports: the Web Share API and the clipboard. */
class ShareLink extends HTMLElement {
  connectedCallback() {
    const send = this.querySelector<HTMLButtonElement>("[data-send]");
    const copies = this.querySelectorAll<HTMLButtonElement>("[data-copy]");
    const [copy, icon] = copies;
    const field = this.querySelector("input");
    field?.addEventListener("focus", () => field.select());
    for (const each of copies) each.addEventListener("click", () => void this.copy());
    const canShare = typeof navigator.share === "function";
    // Without a field to copy from by hand, the button makes one.
    if (copy) copy.hidden = field !== null && (canShare || !navigator.clipboard);
    if (!canShare && !navigator.clipboard) this.showField();
    if (send) send.hidden = !canShare;
    if (icon) icon.hidden = !canShare;
    copy?.classList.toggle("quiet", canShare || this.dataset.aside !== undefined);
    // Canceling the share dialog is not an error, nor is a second press. Some browsers inside apps refuse.
    const isFine = ({ name }: Error) => name === "AbortError" || name === "InvalidStateError";
    const share = () => navigator.share(this.shared()).catch((error) => (isFine(error) ? undefined : this.copy()));
    send?.addEventListener("click", () => void share());
  }

  private shared() {
    const { text = "", url = "" } = this.dataset;
    return { text: this.querySelector<HTMLTextAreaElement>("textarea:not([readonly])")?.value ?? text, url };
  }

  private async copy() {
    const said = this.querySelector<HTMLElement>("[data-words]");
    const say = (words = "") => said?.replaceChildren(words);
    const { text, url } = this.shared();
    const copied = this.querySelector("textarea:not([readonly])") ? `${text}\n${url}` : url;
    try {
      await navigator.clipboard.writeText(copied);
      say(said?.dataset.words);
    } catch {
      // Browsers inside apps often deny access.
      const field = this.showField() ?? this.fieldOf(copied);
      field.focus();
      field.select();
      say(said?.dataset.byHand);
    }
  }

  /** The field to copy from by hand, in the place of the buttons. */
  private showField(): HTMLInputElement | null {
    const field = this.querySelector("input");
    field?.classList.remove("without-script");
    if (field) for (const button of this.querySelectorAll("button")) button.hidden = true;
    return field;
  }

  /** A field with what is copied by hand, at the end. */
  private fieldOf(text: string): HTMLTextAreaElement {
    const field = this.querySelector<HTMLTextAreaElement>("textarea[readonly]") ?? document.createElement("textarea");
    Object.assign(field, { readOnly: true, value: text });
    this.append(field);
    return field;
  }
}

customElements.define("share-link", ShareLink);
