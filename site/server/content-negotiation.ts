import { preferenceIn } from "../../shared/http/header-parts.ts";
import { isGuide } from "../i18n/prefix.ts";
import { alternateFile, MACHINE_FILES } from "../machine-readable/machine-files.ts";
import { markdownOf } from "../machine-readable/markdown.ts";
import {
  type AlternatePaths,
  alternateLink,
  alternatePaths,
  negotiatedForm,
} from "../machine-readable/markdown-alternates.ts";
import type { MachineFile, PublishedSite } from "../machine-readable/published-site.ts";
import { type EncodedResponse, encodeResponse } from "./encoded-response.ts";

/** A page rendered internally. */
export type InnerPage = { status: number; type: string; html: string };
/** A cached response or an error; null for pages that are rendered per visitor. */
type Found = EncodedResponse | Response | null;
export type AskPage = (path: string) => Promise<InnerPage>;

const NEITHER = "This page is to be had as text/html and as text/markdown. Name one of them in Accept.\n";

/**
 * Returns a function that finds machine-readable files, Markdown alternates, and the guides in both forms. They are the
 * same for all visitors, so each is created once and cached, then returned synchronously.
 */
export function contentNegotiation(worldOf: () => Promise<PublishedSite>, askPage: AskPage) {
  const cached = new Map<string, EncodedResponse | Promise<EncodedResponse | null>>();
  const tell = async (path: string) => {
    const { site } = await worldOf();
    const { html } = await askPage(path);
    return markdownOf({ html, address: site + path, llmsTxt: `${site}/llms.txt` });
  };

  /** Creates the file on the first request. After a failure, the next request tries again. */
  function keptAt(
    name: string,
    make: () => Promise<MachineFile | null>,
  ): EncodedResponse | Promise<EncodedResponse | null> {
    const known = cached.get(name);
    if (known) return known;
    const making = make().then((aid) => aid && encodeResponse(name, aid));
    cached.set(name, making);
    making.then(
      (made) => (made ? cached.set(name, made) : cached.delete(name)),
      () => cached.delete(name),
    );
    return making;
  }

  const twinOf = (paths: AlternatePaths) =>
    keptAt(paths.alternate, async () => {
      const { status } = await askPage(paths.page);
      return status === 200 ? alternateFile(await tell(paths.page), paths, (await worldOf()).site) : null;
    });

  const pageOf = ({ page, alternate }: AlternatePaths) =>
    keptAt(page, async () => {
      const { status, type, html } = await askPage(page);
      return status === 200 ? { type, body: html, headers: { vary: "Accept", link: alternateLink(alternate) } } : null;
    });

  return (path: string, headers: Headers): Found | Promise<Found> => {
    const make = MACHINE_FILES[path];
    if (make) return keptAt(path, async () => make(await worldOf(), tell));
    const paths = alternatePaths(path);
    if (!paths) return null;
    const form = negotiatedForm(paths, preferenceIn(headers, "accept"));
    if (form === null) {
      const said = { "content-type": "text/plain; charset=utf-8", vary: "Accept" };
      return new Response(NEITHER, { status: 406, headers: said });
    }
    if (form === "markdown") return twinOf(paths);
    // All pages except the guides depend on the visitor: language, and the session in the header.
    return isGuide(paths.page) ? pageOf(paths) : null;
  };
}
