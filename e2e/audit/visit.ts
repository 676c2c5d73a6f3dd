import type { Browser, BrowserContextOptions, Page, Response } from "@playwright/test";
import { LANGUAGES as ALL, type Language } from "#contract/languages";
import { addCookies, cookieOfOutcome } from "../fixtures/cookies.ts";
import type { AuditedPage } from "./pages.ts";
import type { SeededService } from "./seed.ts";

const names = new Intl.DisplayNames("en", { type: "language" });
/** The site's languages by URL prefix; English has none. */
export const LANGUAGES = Object.fromEntries(ALL.map((each) => [each, names.of(each)])) as Record<Language, string>;

const WAIT_MAX_MS = 10_000;
const EMPTY_PAGE = "/an-empty-page-to-send-a-form-from";
// Without an icon in the markup, the browser would request one from the site.
const NOTHING = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">';

/** Opens a context in that language. Service workers are blocked: their caching is not part of a first visit. */
export async function newVisitor(browser: Browser, locale: string, options: BrowserContextOptions) {
  const visitor = await browser.newContext({ ...options, locale, reducedMotion: "reduce", serviceWorkers: "block" });
  visitor.setDefaultTimeout(WAIT_MAX_MS);
  return visitor;
}

/** The page's absolute URL in that language. */
export function addressOf(page: AuditedPage, { site, seed }: SeededService, language: string): string {
  const address = page.address(seed);
  if (language === "en") return site + address;
  return `${site}/${language}${address === "/" ? "" : address}`;
}

/** Opens the page. Returns what is wrong with the answer itself, or null if it is the expected page. */
export async function visit(
  tab: Page,
  page: AuditedPage,
  seeded: SeededService,
  language: string,
): Promise<string | null> {
  const address = addressOf(page, seeded, language);
  await tab.context().clearCookies();
  await addCookies(tab.context(), seeded.site, cookiesOf(page, seeded));
  const answer = page.sends ? await send(tab, address, page.sends) : await tab.goto(address);

  const status = page.status ?? 200;
  if (answer?.status() !== status) return `${address} answered ${answer?.status()}, not ${status}.`;
  if (tab.url() !== address) return `${address} redirected to ${tab.url()}.`;
  const spoken = await tab.locator("html").getAttribute("lang");
  return spoken === language ? null : `${address} declares the language "${spoken}", not "${language}".`;
}

/** The session cookie for a page: the owner's, a moderator's, or none. */
export function cookieOf({ isSignedIn }: AuditedPage, { seed }: SeededService): string {
  if (!isSignedIn) return "";
  return isSignedIn === "moderator" ? seed.moderator : seed.cookie;
}

/** All cookies of a visitor of the page: the session's, and that of the outcome which led there. */
export const cookiesOf = (page: AuditedPage, seeded: SeededService) =>
  [cookieOf(page, seeded), cookieOfOutcome(page.address(seeded.seed))].filter((each) => each !== "").join("; ");

/** Requests the page without a browser. */
export function fetchPage(page: AuditedPage, seeded: SeededService, language: string): ReturnType<typeof fetch> {
  const address = addressOf(page, seeded, language);
  const headers = { cookie: cookiesOf(page, seeded), accept: "text/html", "accept-language": language };
  if (!page.sends) return fetch(address, { headers });
  const origin = new URL(address).origin;
  return fetch(address, { method: "POST", headers: { ...headers, origin }, body: new URLSearchParams(page.sends) });
}

/**
 * Sends the form from an empty page, and not by a form of the site, so that nothing is validated or loaded before it is
 * sent.
 */
async function send(tab: Page, address: string, fields: Record<string, string>): Promise<Response> {
  const empty = new URL(EMPTY_PAGE, address).href;
  await tab.route(empty, (route) => route.fulfill({ contentType: "text/html", body: NOTHING }));
  await tab.goto(empty);
  await tab.unroute(empty);
  const [answer] = await Promise.all([
    tab.waitForResponse((response) => response.request().method() === "POST"),
    tab.waitForEvent("load"),
    tab.evaluate(sendForm, { address, fields }),
  ]);
  return answer;
}

/** Runs in the browser. */
function sendForm({ address, fields }: { address: string; fields: Record<string, string> }): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = address;
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}
