import { apiUrl, siteUrl } from "../addresses.ts";
import { LANGUAGES, type Language } from "../i18n/languages.ts";
import type { GuideEntry, PublishedSite } from "../machine-readable/published-site.ts";
import type { AskPage } from "./content-negotiation.ts";
import type { RenderPage } from "./pages.ts";

const OURSELVES = "127.0.0.1";

/** Returns a function that renders a page internally: uncached and uncompressed. */
export const askPageOf =
  (renderPage: RenderPage): AskPage =>
  async (address, language) => {
    const accepted = { accept: "text/html", "accept-language": language };
    const answer = await renderPage(new Request(siteUrl() + address, { headers: accepted }), address, OURSELVES);
    return { status: answer.status, headers: answer.headers, html: await answer.text() };
  };

/** Returns a function that loads the data for machine-readable files; the lists of guides are loaded once. */
export function publishedSite(askPage: AskPage, builtAt: Date): () => Promise<PublishedSite> {
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
