import { LANGUAGES, type Language } from "../i18n/languages.ts";
import { preferredForm } from "./negotiate.ts";

/** A page with a Markdown alternate, without a language: the page's path, the alternate's path, and which of the two was requested. */
export type AlternatePaths = { page: string; alternate: string; requested: "page" | "alternate" };

/** The pages with an alternate, other than guides. */
const OTHERS = { "/": "/index.md", "/create": "/create.md", "/guides/": "/guides.md" };

/**
 * Returns the paths for `/guides/x` and `/guides/x.md`, the guides' index, the home page and the form for a tree; null
 * for any other path.
 */
export function alternatePaths(path: string): AlternatePaths | null {
  for (const [page, alternate] of Object.entries(OTHERS)) {
    if (path === page) return { page, alternate, requested: "page" };
    if (path === alternate) return { page, alternate, requested: "alternate" };
  }
  const [, page, extension] = /^(\/guides\/[a-z0-9-]+)(\.md)?$/.exec(path) ?? [];
  return page ? { page, alternate: `${page}.md`, requested: extension ? "alternate" : "page" } : null;
}

/** The prefix of a language in the addresses of Markdown alternates: English has none. */
export const ownPrefix = (language: Language): Language | null => (language === LANGUAGES[0] ? null : language);

/** The `Link` header value that points from a page to its alternate (RFC 8288). */
export const alternateLink = (alternate: string) => `<${alternate}>; rel="alternate"; type="text/markdown"`;

/** The representation to send: Markdown at the alternate's own path, otherwise by `Accept`. */
export const negotiatedForm = ({ requested }: AlternatePaths, accept: string | undefined) =>
  requested === "alternate" ? ("markdown" as const) : preferredForm(accept);
