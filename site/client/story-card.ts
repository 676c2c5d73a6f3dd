const PNG = { type: "image/png" };

/** Opens the share sheet with the picture that the link inside leads to; otherwise the link downloads it. */
class StoryCard extends HTMLElement {
  connectedCallback() {
    const link = this.querySelector("a");
    link?.addEventListener("click", (event) => {
      if (!canShare([new File([], link.download, PNG)])) return;
      event.preventDefault();
      void share(link);
    });
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
