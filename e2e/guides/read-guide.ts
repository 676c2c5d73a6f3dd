/** A page as a program reads it. */
export type ReadPage = {
  /** `href`s in the main part only. */
  links: string[];
  ids: Set<string>;
  /** Inline code. */
  codes: string[];
  blocks: { language: string; text: string }[];
  tables: { label: string; rows: string[][] }[];
  /** The text of the article. */
  words: string;
};

/** Parses a guide's HTML with Bun's built-in parser. */
export function readGuide(html: string): ReadPage {
  const page: ReadPage = { links: [], ids: new Set(), codes: [], blocks: [], tables: [], words: "" };
  const row = () => page.tables.at(-1)?.rows.at(-1);
  const words: string[] = [];
  // Text comes in chunks; append each to the last element of its kind.
  const addTo = (list: string[] | undefined, piece: string) => {
    if (list?.length) list[list.length - 1] += piece;
  };
  new HTMLRewriter()
    .on("[id]", { element: (each) => void page.ids.add(each.getAttribute("id") ?? "") })
    .on("main a[href]", { element: (each) => void page.links.push(each.getAttribute("href") ?? "") })
    .on("article", { text: ({ text }) => void words.push(text) })
    .on("article p code, article li code, article td code", {
      element: () => void page.codes.push(""),
      text: ({ text }) => addTo(page.codes, text),
    })
    .on("article pre > code", {
      element: (each) => {
        const language = each.getAttribute("class")?.replace("language-", "") ?? "";
        page.blocks.push({ language, text: "" });
      },
      text: ({ text }) => {
        const block = page.blocks.at(-1);
        if (block) block.text += text;
      },
    })
    .on("article [role=region]", {
      element: (each) => void page.tables.push({ label: each.getAttribute("aria-label") ?? "", rows: [] }),
    })
    .on("article tr", { element: () => void page.tables.at(-1)?.rows.push([]) })
    .on("article td, article th", { element: () => void row()?.push(""), text: ({ text }) => addTo(row(), text) })
    .transform(html);
  return decoded({ ...page, words: words.join("") });
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", "#34": '"' };
const decode = (text: string) => text.replace(/&(\w+|#\d+);/g, (entity, name) => ENTITIES[name] ?? entity);

function decoded({ links, ids, codes, blocks, tables, words }: ReadPage): ReadPage {
  return {
    links: links.map(decode),
    ids,
    codes: codes.map(decode),
    blocks: blocks.map(({ language, text }) => ({ language, text: decode(text) })),
    tables: tables.map(({ label, rows }) => ({ label, rows: rows.map((cells) => cells.map((cell) => decode(cell))) })),
    words: decode(words),
  };
}
