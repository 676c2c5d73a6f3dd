import type { SearchPart } from "../machine-readable/search-index.ts";

const SHOWN_AT_MOST = 8;
const PASSAGE_CHARACTERS = 140;

type Search = (words: string) => SearchPart[];

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
    this.querySelector("ol")?.replaceChildren(...found.map(lineOf));
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
  const [{ default: MiniSearch }, parts] = await Promise.all([
    import("minisearch"),
    fetch(address).then((answer): Promise<SearchPart[]> => answer.json()),
  ]);
  const index = new MiniSearch<SearchPart>({
    fields: ["heading", "guide", "text"],
    tokenize,
    searchOptions: { boost: { heading: 3, guide: 2 }, prefix: true, fuzzy: 0.2 },
  });
  index.addAll(parts);
  const byId = new Map(parts.map((part) => [part.id, part]));
  const found = (words: string, combineWith: "AND" | "OR") =>
    index.search(words, { combineWith }).flatMap(({ id }) => byId.get(id) ?? []);
  const close = parts.map((part) => [closedUp(part.heading + part.text), part] as const);
  return (words) => {
    // Korean and Japanese are written with or without a space.
    const written = close.flatMap(([text, part]) => (text.includes(closedUp(words)) ? [part] : []));
    // A question has words that its answer does not have: "delete my account".
    const isKnown = tokenize(words).every((word) => found(word, "AND").length > 0);
    return [...new Set([...found(words, "AND"), ...written, ...(isKnown ? found(words, "OR") : [])])];
  };
}

const closedUp = (text: string) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, "");

/**
 * Also splits texts without spaces between words, such as Japanese ones. Full-width letters, half-width katakana and
 * decomposed Hangul, as some keyboards type them, count as the usual ones.
 */
function tokenize(text: string): string[] {
  const words = new Intl.Segmenter(document.documentElement.lang, { granularity: "word" }).segment(
    text.normalize("NFKC"),
  );
  return [...words].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}

function lineOf({ id, guide, heading, text }: SearchPart): HTMLLIElement {
  const link = Object.assign(document.createElement("a"), {
    href: id,
    textContent: heading === guide ? guide : `${guide}: ${heading}`,
  });
  const passage = Object.assign(document.createElement("p"), { textContent: shortened(text) });
  const line = document.createElement("li");
  line.append(link, passage);
  return line;
}

const shortened = (text: string) => (text.length > PASSAGE_CHARACTERS ? `${text.slice(0, PASSAGE_CHARACTERS)}…` : text);

customElements.define("guide-search", GuideSearch);
