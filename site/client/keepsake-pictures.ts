import { painting } from "./painting.ts";
import { canShare, shareFiles } from "./share-files.ts";

const JPEG = { type: "image/jpeg" };
/** How many times taller than wide a picture may be: as a phone's screen, unless there would be more than a share sheet takes. */
const TALL = 16 / 9;
const PICTURES_MAX = 10;
/** Safari on phones draws no more than 16,777,216 pixels. */
const TALLEST = 13;

/**
 * Saves a keepsake as pictures, of as many letters as fit on one: in the share sheet, where a phone's gallery is, or as
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
    for (const letters of onPictures([...document.querySelectorAll<HTMLElement>(".cover, article.stationery")])) {
      const canvas = await painting(letters, symbols);
      const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, JPEG.type, 0.9));
      if (picture) files.push(new File([picture], `${this.dataset.name}-${files.length + 1}.jpg`, JPEG));
    }
    return files;
  }
}

/** Shares letters out among pictures, in order. */
function onPictures(letters: readonly HTMLElement[]): HTMLElement[][] {
  const heightOf = ({ offsetHeight, offsetWidth }: HTMLElement) => offsetHeight / offsetWidth;
  const sum = letters.reduce((height, letter) => height + heightOf(letter), 0);
  // Any two pictures in a row hold more than one could.
  const tall = Math.min(Math.max(TALL, (2 * sum) / (PICTURES_MAX - 1)), TALLEST);
  const pictures: HTMLElement[][] = [];
  let left = 0;
  for (const letter of letters) {
    left -= heightOf(letter);
    if (left < 0) {
      pictures.push([]);
      left = tall - heightOf(letter);
    }
    pictures.at(-1)?.push(letter);
  }
  return pictures;
}

function download(files: readonly File[]) {
  for (const file of files) {
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
    link.click();
    URL.revokeObjectURL(link.href);
  }
}

customElements.define("keepsake-pictures", KeepsakePictures);
