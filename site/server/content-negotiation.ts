import { preferenceIn } from "../../shared/http/request.ts";
import { apiUrl, guidePath, siteUrl } from "../addresses.ts";
import { LANGUAGES, type Language } from "../i18n/languages.ts";
import { isGuide, withLanguage } from "../i18n/prefix.ts";
import { alternateFile, MACHINE_FILES, type RenderMarkdown } from "../machine-readable/machine-files.ts";
import { markdownOf } from "../machine-readable/markdown.ts";
import {
  type AlternatePaths,
  alternatePaths,
  negotiatedForm,
  ownPrefix,
} from "../machine-readable/markdown-alternates.ts";
import type { GuideEntry, MachineFile, PublishedSite } from "../machine-readable/published-site.ts";
import { type EncodedResponse, encodeResponse } from "./encoded-response.ts";
import { languageOf } from "./language.ts";
import type { RenderPage } from "./pages.ts";

/** A cached response or an error; null for pages that are rendered per visitor. */
type Found = EncodedResponse | Response | null;
type AskPage = ReturnType<typeof askPageOf>;

const OURSELVES = "127.0.0.1";
const NEITHER = "This page is available as text/html and text/markdown. Name one of them in Accept.\n";
/** What the language of an address without a prefix depends on. */
const VARIES = "Accept, Accept-Language, Cookie";

/** Whether a path without a language is that of a machine-readable file or a Markdown alternate. */
export const isMachineFile = (path: string) => path in MACHINE_FILES || alternatePaths(path)?.requested === "alternate";

/**
 * Returns a function that finds machine-readable files, Markdown alternates, and the guides in both forms. They are the
 * same for all readers of a language, so each is created once and cached, then returned synchronously.
 */
export function contentNegotiation(renderPage: RenderPage, builtAt: Date) {
  const askPage = askPageOf(renderPage);
  const published = publishedSite(askPage, builtAt);
  const cached = new Map<string, EncodedResponse | Promise<EncodedResponse | null>>();
  /** The Markdown of a page, or null if there is no such page. */
  const markdownAt = async (path: string, language: Language) => {
    const { site } = await published();
    const address = withLanguage(ownPrefix(language), path);
    const { status, html } = await askPage(address, language);
    return status === 200 ? markdownOf({ html, address: site + address, llmsTxt: `${site}/llms.txt` }) : null;
  };
  const render: RenderMarkdown = async (path, language) => {
    const markdown = await markdownAt(path, language);
    if (markdown === null) throw new Error(`${path} could not be rendered.`);
    return markdown;
  };

  /** Creates the file on the first request. After a failure, the next request tries again. */
  function cachedAt(
    name: string,
    make: () => Promise<MachineFile | null>,
  ): EncodedResponse | Promise<EncodedResponse | null> {
    const known = cached.get(name);
    if (known) return known;
    const making = make().then((file) => file && encodeResponse(name, file));
    cached.set(name, making);
    making.then(
      (made) => (made ? cached.set(name, made) : cached.delete(name)),
      () => cached.delete(name),
    );
    return making;
  }

  /** The Markdown of a page; `isNegotiated` if its language was chosen by the request's headers. */
  const alternateOf = (paths: AlternatePaths, language: Language, isNegotiated: boolean) => {
    const alternate = withLanguage(ownPrefix(language), paths.alternate);
    return cachedAt(isNegotiated ? `${alternate} negotiated` : alternate, async () => {
      const markdown = await markdownAt(paths.page, language);
      if (markdown === null) return null;
      const page = withLanguage(ownPrefix(language), paths.page);
      const { site, guides } = await published();
      // A guide that is not translated is in English at the addresses of every language.
      const guide = guides[language].find(({ name }) => paths.page === guidePath(name));
      const its = { page, alternate, language: guide?.language ?? language };
      const file = alternateFile(markdown, its, site);
      return isNegotiated ? { ...file, headers: { ...file.headers, vary: VARIES, "cache-control": "no-cache" } } : file;
    });
  };

  const pageOf = (address: string, language: Language) =>
    cachedAt(`${address} ${language}`, async () => {
      const { status, headers, html } = await askPage(address, language);
      const { "content-type": type = "", ...others } = Object.fromEntries(headers);
      return status === 200 ? { type, body: html, headers: others } : null;
    });

  return (path: string, headers: Headers, prefix: Language | null): Found | Promise<Found> => {
    const make = MACHINE_FILES[path];
    if (make) {
      const language = prefix ?? LANGUAGES[0];
      return cachedAt(`${path} ${language}`, async () => make(await published(), render, language));
    }
    const paths = alternatePaths(path);
    if (!paths) return null;
    const form = negotiatedForm(paths, preferenceIn(headers, "accept"));
    if (form === null) {
      const said = { "content-type": "text/plain; charset=utf-8", vary: "Accept" };
      return new Response(NEITHER, { status: 406, headers: said });
    }
    // A file has one address in each language. Without a prefix it is in English, a page in the visitor's language.
    if (paths.requested === "alternate") return alternateOf(paths, prefix ?? LANGUAGES[0], false);
    const language = prefix ?? languageOf(headers);
    if (form === "markdown") return alternateOf(paths, language, prefix === null);
    // All pages except the guides depend on the visitor, such as on the session in the header.
    return isGuide(paths.page) ? pageOf(withLanguage(prefix, paths.page), language) : null;
  };
}

/** Returns a function that renders a page uncached and uncompressed; `language` counts if the address has no prefix. */
const askPageOf = (renderPage: RenderPage) => async (address: string, language: Language) => {
  const accepted = { accept: "text/html", "accept-language": language };
  const answer = await renderPage(new Request(siteUrl() + address, { headers: accepted }), address, OURSELVES);
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
};

/** Returns a function that loads the data for machine-readable files; the lists of guides are loaded once. */
function publishedSite(askPage: AskPage, builtAt: Date): () => Promise<PublishedSite> {
  let known: Promise<PublishedSite> | undefined;
  const listIn = async (language: Language): Promise<[Language, readonly GuideEntry[]]> => [
    language,
    JSON.parse((await askPage("/guides/list.json", language)).html),
  ];
  const ask = async (): Promise<PublishedSite> => {
    const guides = Object.fromEntries(await Promise.all(LANGUAGES.map(listIn))) as PublishedSite["guides"];
    return { site: siteUrl(), api: apiUrl(), guides, builtAt };
  };
  return () => {
    known ??= ask().catch((error) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
