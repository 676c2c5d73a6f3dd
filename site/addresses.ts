import { type CodeSearch, findShareCode } from "#contract/codes";
import { readEmail } from "#contract/emails";
import { withoutTrailing } from "../shared/http/without-trailing.ts";
import { ownPath } from "./own-path.ts";

/** Where the site is, and where it finds the API: read when asked, so that a restart is enough to change them. */

const sitePort = () => process.env.SITE_PORT || "4321";
const apiPort = () => process.env.API_PORT || "3000";
const withoutSlash = (url: string) => withoutTrailing(url, "/");

/** The site's public address, without a slash at the end. */
export const siteUrl = () => withoutSlash(process.env.SITE_URL || `http://localhost:${sitePort()}`);

/** The API's public address, without a slash at the end. */
export const apiUrl = () => withoutSlash(process.env.API_URL || `http://localhost:${apiPort()}`);

/** The API as the site reaches it: beside it on this machine, unless told otherwise. */
export const apiInnerUrl = () => withoutSlash(process.env.API_INNER_URL || `http://127.0.0.1:${apiPort()}`);

/** Where people reach whoever runs this site; null where nobody said. */
export const contactEmail = () => readEmail(process.env.CONTACT_EMAIL ?? "");

/** A link that writes to an address. It may hold signs that mean something in a URL, such as `&` or `?`. */
export const mailto = (email: string) => `mailto:${email.split("@").map(encodeURIComponent).join("@")}`;

/** The link an owner shares. */
export const treeLink = (shareCode: string) => `${siteUrl()}/send-message?tree=${shareCode}`;

/** Where an owner, signed in, reads what hangs on a tree of theirs. */
export const ownTreeLink = (shareCode: string) => `${siteUrl()}/my-trees/${shareCode}`;

/** The share code that somebody meant, in a field, an address, or an agent's words: one of this site's links, or the code itself. */
export const codeMeantBy = (text: string): CodeSearch => findShareCode(text, siteUrl());

/** Where to go on after signing in: an address of our own, or the owner's trees. */
export function nextAddress(wanted: string | null): string {
  if (!wanted?.startsWith("/")) return "/my-trees";
  const address = URL.parse(wanted, siteUrl());
  return address?.origin === new URL(siteUrl()).origin ? ownPath(address.pathname) + address.search : "/my-trees";
}

/** Signing in first, and then on to that page, to the very place on it that was asked for. */
export const signInFirst = ({ pathname, search }: URL): string =>
  `/sign-in?${new URLSearchParams({ next: pathname + search })}`;
