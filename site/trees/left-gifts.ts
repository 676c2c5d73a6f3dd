import { LEFT_GIFT_REMEMBERED_MS } from "#contract/limits";
import { pageCookies } from "../addresses.ts";
import type { PrivateLink } from "../api-client.ts";

/** The page that takes gifts back: the only one whose requests carry these cookies. */
const PAGE = "/take-back";
const SHOWN_MAX = 10;
const COOKIE = /^left-[0-9a-f]{8}=([0-9A-Za-z]{8})\.([0-9a-f-]{36})\.([0-9a-z]{1,10}\.[\w-]{22})$/;

/** The address of a gift's private link. */
export const privateLink = ({ code, id, key }: PrivateLink): string =>
  `${PAGE}?tree=${code}&gift=${encodeURIComponent(id)}&key=${encodeURIComponent(key)}`;

/** When a gift was left, which its key begins with. */
export const leftAt = ({ key }: PrivateLink): string =>
  new Date(Number.parseInt(key.split(".")[0] ?? "", 36) * 1000).toISOString();

/**
 * Cookies that remember a gift left from this device. Not only until the tree opens, since its day may be moved; the page
 * renews them as long as the gift can be taken back.
 */
export const rememberGift = ({ code, id, key }: PrivateLink): string[] =>
  cookies(id, `${code}.${id}.${key}`, LEFT_GIFT_REMEMBERED_MS / 1000);

export const forgetGift = (id: string): string[] => cookies(id, "", 0);

/** The gifts on a tree that were left from this device, the newest first. */
export function leftGifts(cookie: string | null, code: string): PrivateLink[] {
  const found = (cookie ?? "").split("; ").flatMap((pair) => {
    const [, tree, id, key] = COOKIE.exec(pair) ?? [];
    return tree === code && id && key ? [{ code, id, key }] : [];
  });
  // Browsers send the oldest cookie first.
  return found.toReversed().slice(0, SHOWN_MAX);
}

const cookies = (id: string, value: string, seconds: number) =>
  pageCookies(PAGE, `left-${id.slice(0, 8)}`, value, seconds);
