import { preferredForm } from "./negotiate.ts";

/** The page that a path names, where it has a Markdown twin: its own address, and the twin's. */
export type TwinPaths = { page: string; twin: string; asked: "page" | "twin" };

/** `/guides/x` and `/guides/x.md`, the guides' index, the first page and the form for a tree; null for every other path. */
export function twinPaths(path: string): TwinPaths | null {
  if (path === "/") return { page: "/", twin: "/index.md", asked: "page" };
  if (path === "/index.md") return { page: "/", twin: "/index.md", asked: "twin" };
  if (path === "/create") return { page: "/create", twin: "/create.md", asked: "page" };
  if (path === "/create.md") return { page: "/create", twin: "/create.md", asked: "twin" };
  if (path === "/guides/") return { page: "/guides/", twin: "/guides.md", asked: "page" };
  if (path === "/guides.md") return { page: "/guides/", twin: "/guides.md", asked: "twin" };
  const [, page, extension] = /^(\/guides\/[a-z0-9-]+)(\.md)?$/.exec(path) ?? [];
  return page ? { page, twin: `${page}.md`, asked: extension ? "twin" : "page" } : null;
}

/** What a page's `Link` header says of its twin (RFC 8288). */
export const twinLink = (twin: string) => `<${twin}>; rel="alternate"; type="text/markdown"`;

/** The form to answer in: a twin's own address is Markdown whatever is accepted. */
export const wantedForm = ({ asked }: TwinPaths, accept: string | undefined) =>
  asked === "twin" ? ("markdown" as const) : preferredForm(accept);
