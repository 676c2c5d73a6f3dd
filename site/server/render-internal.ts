import { apiUrl, siteUrl } from "../addresses.ts";
import type { GuideEntry, PublishedSite } from "../machine-readable/published-site.ts";
import type { AskPage } from "./content-negotiation.ts";
import type { RenderPage } from "./pages.ts";

const OURSELVES = "127.0.0.1";

/** Returns a function that renders a page internally: uncached, uncompressed and in English. */
export const askPageOf =
  (renderPage: RenderPage): AskPage =>
  async (path) => {
    const headers = { accept: "text/html", "accept-language": "en" };
    const answer = await renderPage(new Request(siteUrl() + path, { headers }), path, OURSELVES);
    const type = answer.headers.get("content-type") ?? "text/html; charset=utf-8";
    return { status: answer.status, type, html: await answer.text() };
  };

/** Returns a function that loads the data for machine-readable files; the list of guides is loaded once. */
export function publishedSite(askPage: AskPage, builtAt: Date): () => Promise<PublishedSite> {
  let known: Promise<PublishedSite> | undefined;
  const ask = async (): Promise<PublishedSite> => {
    const guides: GuideEntry[] = JSON.parse((await askPage("/guides/list.json")).html);
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
