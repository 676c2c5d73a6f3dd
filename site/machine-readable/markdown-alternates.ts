import { preferredForm } from "./negotiate.ts";

/** A page with a Markdown alternate: the page's path, the alternate's path, and which of the two was requested. */
export type AlternatePaths = { page: string; alternate: string; asked: "page" | "alternate" };

/**
 * Returns the paths for `/guides/x` and `/guides/x.md`, the guides' index, the home page and the form for a tree; null
 * for any other path.
 */
export function alternatePaths(path: string): AlternatePaths | null {
  if (path === "/") return { page: "/", alternate: "/index.md", asked: "page" };
  if (path === "/index.md") return { page: "/", alternate: "/index.md", asked: "alternate" };
  if (path === "/create") return { page: "/create", alternate: "/create.md", asked: "page" };
  if (path === "/create.md") return { page: "/create", alternate: "/create.md", asked: "alternate" };
  if (path === "/guides/") return { page: "/guides/", alternate: "/guides.md", asked: "page" };
  if (path === "/guides.md") return { page: "/guides/", alternate: "/guides.md", asked: "alternate" };
  const [, page, extension] = /^(\/guides\/[a-z0-9-]+)(\.md)?$/.exec(path) ?? [];
  return page ? { page, alternate: `${page}.md`, asked: extension ? "alternate" : "page" } : null;
}

/** The `Link` header value that points from a page to its alternate (RFC 8288). */
export const alternateLink = (alternate: string) => `<${alternate}>; rel="alternate"; type="text/markdown"`;

/** The representation to send: Markdown at the alternate's own path, otherwise by `Accept`. */
export const wantedForm = ({ asked }: AlternatePaths, accept: string | undefined) =>
  asked === "alternate" ? ("markdown" as const) : preferredForm(accept);
