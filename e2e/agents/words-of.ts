/** Extracts the words of a guide's page and of its Markdown, as a reader of either sees them. */
export function wordsOf(html: string, markdown: string): { ofPage: string[]; ofAlternate: string[] } {
  const article = /<article[^>]*>(.*)<\/article>/s.exec(html)?.[1] ?? /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? "";
  const shown = withoutMarked(article)
    .replace(/<(script|style|svg|button|form|nav)\b.*?<\/\1>/gs, " ")
    .replace(/<[^>]+>/g, " ");
  const text = markdown
    .replace(/^> For the complete documentation index.*$/m, "")
    .replace(/^```\w*$/gm, " ")
    // Pages number a list by themselves.
    .replace(/^ *\d+\. /gm, " ")
    .replace(/\]\([^)]*\)/g, "] ")
    .replace(/!\[[^\]]*\]/g, " ");
  return { ofPage: words(decoded(shown)), ofAlternate: words(text.replace(/\\([^\w\s])/g, "$1")) };
}

/** Removes the elements that are left out of the Markdown. */
const withoutMarked = (html: string) => html.replace(/<(\w+)[^>]*data-markdown-ignore[^>]*>.*?<\/\1>/gs, " ");

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };
const decoded = (text: string) =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/&(#?\w+);/g, (entity, name) => ENTITIES[name] ?? entity);
