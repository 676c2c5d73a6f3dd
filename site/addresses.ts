import { type CodeSearch, findShareCode } from "#contract/codes";
import { readEmail } from "#contract/emails";
import { SIGN_UPS } from "#contract/owners";
import type { Tree } from "#contract/trees";
import { LANGUAGES } from "./i18n/languages.ts";
import { ownPath, splitLanguage, withLanguage } from "./i18n/prefix.ts";
import { tidyQuery } from "./routes.ts";

/** The addresses of the site and of the API. Read on each call, so that a restart is enough to change them. */

const sitePort = () => process.env.SITE_PORT || "4321";
const apiPort = () => process.env.API_PORT || "3000";
/** An address of all interfaces cannot be connected to everywhere, but 127.0.0.1 then can. */
const apiHost = () => {
  const host = process.env.LISTEN_HOST || "127.0.0.1";
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
};
const originOf = (url: string) => new URL(url).origin;

/** The site's public origin. */
export const siteUrl = () => originOf(process.env.SITE_URL || `http://localhost:${sitePort()}`);

/** The API's public origin: by default the site's, which forwards to the API. */
export const apiUrl = () => originOf(process.env.API_URL || process.env.SITE_URL || `http://localhost:${apiPort()}`);

/** The API's address as the site reaches it: on this machine by default. */
export const apiInnerUrl = () => originOf(process.env.API_INNER_URL || `http://${apiHost()}:${apiPort()}`);

/** The operator's contact address; null if none is set. */
export const contactEmail = () => readEmail(process.env.CONTACT_EMAIL ?? "");

/** The name of the person or organization that runs the site; null if none is set. */
export const operatorName = () => process.env.OPERATOR_NAME?.trim() || null;

/** Who may create an account. */
export const signUps = () => SIGN_UPS.find((each) => each === process.env.SIGN_UPS) ?? "open";

/** A mailto link. The address may contain characters with a meaning in URLs, such as `&` or `?`. */
export const mailto = (email: string) => `mailto:${email.split("@").map(encodeURIComponent).join("@")}`;

/** The path of a guide, without a language. */
export const guidePath = (name: string) => `/guides/${name}`;

/** The link an owner shares. */
export const treeLink = (shareCode: string) => `${siteUrl()}/send-message?tree=${shareCode}`;

/** The link that makes whoever uses it first the owner of a surprise tree. */
export const claimLink = (shareCode: string, key: string) =>
  `${siteUrl()}/claim?${new URLSearchParams({ tree: shareCode, key })}`;

/** Where the signed-in owner reads the messages of a tree. */
export const ownTreeLink = (shareCode: string) => `${siteUrl()}/my-trees/${shareCode}`;

/** The page of a tree of the signed-in account, for its owner or its organizer. */
export const ownTreePage = ({ shareCode, organizerName }: Pick<Tree, "shareCode" | "organizerName">): string =>
  `/${organizerName === null ? "my-trees" : "organizing"}/${shareCode}`;

/** The share code that a field, a URL or an agent's input refers to: a link of this site, or the code itself. */
export const codeMeantBy = (text: string): CodeSearch => findShareCode(text, siteUrl());

/** Where to go after signing in: an address on this site that claims no outcome, or the owner's trees. */
export function nextAddress(next: string | null): string {
  if (!next?.startsWith("/")) return "/my-trees";
  const address = URL.parse(next, siteUrl());
  if (address?.origin !== siteUrl()) return "/my-trees";
  const path = ownPath(address.pathname);
  return path + tidyQuery(splitLanguage(path).address, address.search, { site: siteUrl(), isOutcome: false });
}

/** The sign-in page that leads back to this address, query included; for a file, to the page that links it. */
export const signInFirst = ({ pathname, search }: URL): string =>
  `/sign-in?${new URLSearchParams({ next: pathname.replace(/\/calendar\.ics$/, "") + search })}`;

/** One cookie for each address of a page, which has a language or none: requests of that page alone carry it. */
export function pageCookies(page: string, name: string, value: string, seconds: number): string[] {
  const rest = `Max-Age=${seconds}; SameSite=Lax; HttpOnly${siteUrl().startsWith("https:") ? "; Secure" : ""}`;
  return [null, ...LANGUAGES].map((language) => `${name}=${value}; Path=${withLanguage(language, page)}; ${rest}`);
}
