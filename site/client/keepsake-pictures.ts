import { painting } from "./painting.ts";
import { canShare, shareFiles } from "./share-files.ts";

const JPEG = { type: "image/jpeg" };
/** Share sheets take no more. */
const PICTURES_MAX = 10;
/** On a picture: Safari on phones draws no more than 16,777,216 pixels. */
const LETTERS_MAX = 4;

/**
 * Saves a keepsake as pictures, of one letter each unless there are many: in the share sheet, where a phone's gallery is, or as
 * downloads. They are painted here: no letter leaves the page but to where its reader saves it.
 */
class KeepsakePictures extends HTMLElement {
  connectedCallback() {
    const button = this.querySelector("button");
    button?.addEventListener("click", (event) => {
      // Elsewhere, a browser inside an app says where saving works.
      const shares = canShare([new File([], "1.jpg", JPEG)]);
      if (shares) event.preventDefault();
      void this.save(button, shares);
    });
  }

  private async save(button: HTMLButtonElement, shares: boolean) {
    button.disabled = true;
    try {
      const files = this.files();
      if (shares) await shareFiles(files, () => void files.then(download));
      else download(await files);
    } finally {
      button.disabled = false;
    }
  }

  private async files(): Promise<File[]> {
    const drawn = await (await fetch(this.dataset.symbols ?? "")).text();
    const symbols = new DOMParser().parseFromString(drawn, "image/svg+xml");
    const files: File[] = [];
    const letters = [...document.querySelectorAll<HTMLElement>(".cover, article.stationery")];
    const size = Math.min(Math.ceil(letters.length / PICTURES_MAX), LETTERS_MAX);
    for (let at = 0; at < letters.length; at += size) {
      const canvas = await painting(letters.slice(at, at + size), symbols);
      const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, JPEG.type, 0.9));
      if (picture) files.push(new File([picture], `${this.dataset.name}-${files.length + 1}.jpg`, JPEG));
    }
    return files;
  }
}

function download(files: readonly File[]) {
  for (const file of files) {
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
    link.click();
    URL.revokeObjectURL(link.href);
  }
}

customElements.define("keepsake-pictures", KeepsakePictures);
