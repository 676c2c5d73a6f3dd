import { preferredForm } from "./negotiate.ts";

/** The page that a path names, where it has a Markdown alternate: its own address, and the alternate's. */
export type AlternatePaths = { page: string; alternate: string; asked: "page" | "alternate" };

/** `/guides/x` and `/guides/x.md`, the guides' index, the first page and the form for a tree; null for every other path. */
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

/** What a page's `Link` header says of its alternate (RFC 8288). */
export const alternateLink = (alternate: string) => `<${alternate}>; rel="alternate"; type="text/markdown"`;

/** The form to answer in: an alternate's own address is Markdown whatever is accepted. */
export const wantedForm = ({ asked }: AlternatePaths, accept: string | undefined) =>
  asked === "alternate" ? ("markdown" as const) : preferredForm(accept);
