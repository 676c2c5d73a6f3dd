import { canShare, shareFiles } from "./share-files.ts";

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
      void shareFiles(fileOf(link), () => location.assign(link.href));
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

async function fileOf({ href, download }: HTMLAnchorElement): Promise<File[]> {
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(String(answer.status));
  return [new File([await answer.blob()], download, PNG)];
}

customElements.define("story-card", StoryCard);
