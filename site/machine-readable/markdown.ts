import type { Element, ElementContent, Root, RootContent } from "hast";
import rehypeParse from "rehype-parse";
import rehypeRemark from "rehype-remark";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import { unified } from "unified";

/** A page to convert to Markdown: its HTML, its own address, and the address of llms.txt. */
export type HtmlPage = { html: string; address: string; llmsTxt: string };

/**
 * The Markdown alternate of a page: the content of its `<article>`, or else its `<main>`, with absolute links, below a
 * line that points to llms.txt. Elements marked `data-markdown-ignore` are left out: controls, navigation, pictures.
 */
export function markdownOf({ html, address, llmsTxt }: HtmlPage): string {
  const page = reader.parse(html);
  const content = find(page, "article") ?? find(page, "main");
  if (!content) throw new Error("The page has neither an <article> nor a <main>.");
  const body: Root = { type: "root", children: tidied(content.children, address) };
  const pointer = `> For the complete documentation index, see [llms.txt](${llmsTxt}).`;
  return `${pointer}\n\n${writer.stringify(writer.runSync(body) as never)}`;
}

const reader = unified().use(rehypeParse);
const writer = unified()
  .use(rehypeRemark)
  .use(remarkGfm)
  .use(remarkStringify, { bullet: "-", emphasis: "_", rule: "-", fences: true, listItemIndent: "one" });

const LEFT_OUT = new Set(["script", "style", "template", "svg", "button", "form", "nav"]);

function find(node: Root | RootContent, tagName: string): Element | undefined {
  if (node.type === "element" && node.tagName === tagName) return node;
  if (!("children" in node)) return undefined;
  for (const child of node.children) {
    const found = find(child, tagName);
    if (found) return found;
  }
  return undefined;
}

function tidied(nodes: readonly ElementContent[], address: string): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type !== "element") return node.type === "text" ? [node] : [];
    const { tagName, properties } = node;
    if (LEFT_OUT.has(tagName) || "dataMarkdownIgnore" in properties || properties.hidden === true) return [];
    return [{ ...node, properties: absolute(properties, address), children: tidied(node.children, address) }];
  });
}

function absolute(properties: Element["properties"], address: string): Element["properties"] {
  const links = ["href", "src"].flatMap((name) => {
    const link = properties[name];
    return typeof link === "string" ? [[name, new URL(link, address).href]] : [];
  });
  return { ...properties, ...Object.fromEntries(links) };
}
