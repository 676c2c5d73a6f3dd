import type { SearchPart } from "../machine-readable/search-index.ts";
import type { Search } from "./find-in-guides.ts";

const SHOWN_AT_MOST = 8;
const PASSAGE_CHARACTERS = 140;

/** Searches the guides in the browser. The index and the search code are loaded on first use. */
class GuideSearch extends HTMLElement {
  private search: Promise<Search> | undefined;

  connectedCallback() {
    const input = this.querySelector("input");
    if (!input) return;
    input.addEventListener("focus", () => void this.load().catch(() => {}));
    // What an input method is still composing is no word yet.
    input.addEventListener("input", (event) => {
      if (!(event as InputEvent).isComposing) void this.show(input);
    });
    input.addEventListener("compositionend", () => void this.show(input));
    this.querySelector("form")?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.querySelector<HTMLAnchorElement>("ol a")?.focus();
    });
  }

  private load(): Promise<Search> {
    this.search ??= loadSearch(this.dataset.index ?? "").catch((error) => {
      // If loading failed, for example offline, the next input tries again.
      this.search = undefined;
      throw error;
    });
    return this.search;
  }

  private async show(input: HTMLInputElement) {
    const words = input.value.trim();
    const search = await this.load().catch(() => null);
    // Drop results of an outdated query.
    if (!search || words !== input.value.trim()) return;
    const found = words === "" ? [] : search(words).slice(0, SHOWN_AT_MOST);
    this.querySelector("ol")?.replaceChildren(...found.map((part) => lineOf(part, this.dataset.title ?? "")));
    const said = this.querySelector<HTMLElement>("[role=status]");
    if (said)
      said.textContent =
        words === ""
          ? ""
          : found.length
            ? (said.dataset.found ?? "").replace("{count}", `${found.length}`)
            : (said.dataset.nothing ?? "");
  }
}

async function loadSearch(address: string): Promise<Search> {
  const [{ searchIn }, parts] = await Promise.all([
    import("./find-in-guides.ts"),
    fetch(address).then((answer): Promise<SearchPart[]> => answer.json()),
  ]);
  return searchIn(parts, document.documentElement.lang);
}

function lineOf({ id, guide, heading, text }: SearchPart, title: string): HTMLLIElement {
  const named = title.replace("{guide}", () => guide).replace("{heading}", () => heading);
  const link = Object.assign(document.createElement("a"), { href: id, textContent: heading === guide ? guide : named });
  const passage = Object.assign(document.createElement("p"), { textContent: shortened(text) });
  const line = document.createElement("li");
  line.append(link, passage);
  return line;
}

const shortened = (text: string) => (text.length > PASSAGE_CHARACTERS ? `${text.slice(0, PASSAGE_CHARACTERS)}…` : text);

customElements.define("guide-search", GuideSearch);
