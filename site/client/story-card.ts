const PNG = { type: "image/png" };

/**
 * Opens the share sheet with the picture that the link inside leads to; otherwise the link downloads it. A picture has no
 * link to tap: the tree's is copied with it, to be added as a sticker.
 */
class StoryCard extends HTMLElement {
  connectedCallback() {
    const link = this.querySelector("a");
    link?.addEventListener("click", (event) => {
      void this.copyLink();
      if (!canShare([new File([], link.download, PNG)])) return;
      event.preventDefault();
      void share(link);
    });
  }

  private async copyLink() {
    const said = this.querySelector<HTMLElement>("[data-copied]");
    try {
      await navigator.clipboard.writeText(this.dataset.url ?? "");
      said?.replaceChildren(said.dataset.copied ?? "");
    } catch {
      // Browsers inside apps often deny access. The picture shows the code and a QR code.
      said?.replaceChildren();
    }
  }
}

const canShare = (files: File[]) => navigator.canShare?.({ files }) === true;

async function share(link: HTMLAnchorElement) {
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error(String(answer.status));
    await navigator.share({ files: [new File([await answer.blob()], link.download, PNG)] });
  } catch (error) {
    // Canceling the share dialog is not an error.
    if (!(error instanceof DOMException && error.name === "AbortError")) location.assign(link.href);
  }
}

customElements.define("story-card", StoryCard);
