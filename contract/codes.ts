import { SHARE_CODE_LENGTH } from "./limits.ts";

/** What an accepted share code looks like; letter case counts (customer's interface, section 2). */
export const SHARE_CODE_PATTERN = /^[0-9A-Za-z]{8}$/;

/** The 56 symbols new codes are made of: letters and digits without the look-alikes `0 O o 1 I l`. */
export const SHARE_CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz";

/** Whether the text is a well-formed share code; says nothing of whether such a tree exists. */
export function isShareCode(text: string): boolean {
  return SHARE_CODE_PATTERN.test(text);
}

/**
 * A new share code from a cryptographic source of bytes.
 * Bytes past the largest multiple of 56 are drawn again, so that every symbol is equally likely.
 */
export function makeShareCode(randomBytes: (count: number) => Uint8Array): string {
  const fairBytes = 256 - (256 % SHARE_CODE_ALPHABET.length);
  let code = "";
  while (code.length < SHARE_CODE_LENGTH) {
    for (const byte of randomBytes(SHARE_CODE_LENGTH)) {
      if (byte < fairBytes && code.length < SHARE_CODE_LENGTH) {
        code += SHARE_CODE_ALPHABET[byte % SHARE_CODE_ALPHABET.length];
      }
    }
  }
  return code;
}

/**
 * The share code in a text; or null and up to 4 codes that it may mean, the likeliest first. Without any code, there are no
 * choices.
 */
export type CodeSearch = { code: string; choices: readonly string[] } | { code: null; choices: readonly string[] };

const CHOICES_MAX = 4;
/** Each wrapper encodes a link once more; real links are wrapped at most this often. */
const DECODINGS_MAX = 3;
const RUN = /[0-9A-Za-z]+/g;
const BETWEEN_TOKENS = /[\s<>"'()[\]{}]+/;
// What follows the host in every address of the site and the API that names a tree; languages stand before it.
const PLACE = "[?&;]tree=|/(?:my-trees|invitation|calendar|share-picture|tree-picture|trees|messages)/";
const LINK = new RegExp(`(?:${PLACE})([0-9A-Za-z]{8})(?![0-9A-Za-z])`, "gi");

/**
 * Finds the share code in what somebody typed or pasted, in time linear in its length: the code of the only tree link, also
 * among other words or wrapped in another link; or else the only run of 8 letters and digits. Punctuation around it is
 * ignored. Letter case is kept, since codes are case-sensitive. A code in two groups (`AbCd 2345`) or spelled out is found
 * only if nothing else is there. Links at `siteAddress` (`https://host[:port]`) take precedence over all others.
 */
export function findShareCode(text: string, siteAddress: string): CodeSearch {
  const host = siteAddress.replace(/^https?:\/\//i, "").toLowerCase();
  const readings = readingsOf(text);
  // However deep it is wrapped, a link to the host comes first: the wrapper's own address may look like one.
  const ways = [ownLinksIn, (reading: string) => (reading.search(LINK) < 0 ? [] : namedIn(reading, host)), namedIn];
  for (const way of ways) {
    for (const reading of readings) {
      const codes = way(reading, host);
      if (codes.length > 0) return among(codes);
    }
  }
  const grouped = readings.map(inGroups).find((code) => code !== null);
  return grouped ? { code: grouped, choices: [] } : { code: null, choices: [] };
}

/** The text as is, with full-width letters made plain, and percent-decoded layer by layer. */
function readingsOf(text: string): string[] {
  const plain = text.replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
  const readings = [text, plain];
  for (let layer = 0, reading = plain; layer < DECODINGS_MAX; layer += 1) {
    reading = reading
      .replace(/%([0-7][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replace(/%[89a-f][0-9a-f]/gi, "\uFFFD");
    readings.push(reading);
  }
  return [...new Set(readings)];
}

/** The distinct codes of links to the host. */
function ownLinksIn(text: string, host: string): string[] {
  const links = text.split(BETWEEN_TOKENS).flatMap((token) => {
    const at = hostIn(token, host);
    return at < 0 ? [] : linksIn(token.slice(at));
  });
  return [...new Set(links)];
}

/** The distinct codes in a text without such links: of other links, and single runs. */
function namedIn(text: string, host: string): string[] {
  const codes = text.split(BETWEEN_TOKENS).flatMap((token) => {
    const links = linksIn(token);
    return links.length > 0 ? links : runsIn(hostIn(token, host) < 0 ? token : withoutOwnWords(token, host));
  });
  return [...new Set(codes)];
}

/** Where a text names the host, or one below it (`api.tree.example`); -1 where it names none, or another that only holds it. */
function hostIn(text: string, host: string): number {
  if (host === "") return -1;
  const lower = text.toLowerCase();
  for (let at = lower.indexOf(host); at >= 0; at = lower.indexOf(host, at + 1)) {
    const [before, after] = [lower.slice(at - 1, at), lower.slice(at + host.length, at + host.length + 2)];
    if (!/[0-9a-z-]/.test(before) && !/^(?:[0-9a-z-]|[.:][0-9a-z])/.test(after)) return at;
  }
  return -1;
}

const linksIn = (text: string): string[] => [...text.matchAll(LINK)].flatMap(([, code]) => code ?? []);
const runsIn = (text: string): string[] => (text.match(RUN) ?? []).filter(isShareCode);

/** The host and the words in a path may have 8 letters, too: `calendar`, `password`. */
function withoutOwnWords(text: string, host: string): string {
  const anyCase = host
    .replace(/[^0-9a-z]/g, "\\$&")
    .replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
  return text.replace(new RegExp(`${anyCase}(?:/[a-z-]+(?![0-9A-Za-z-]))*`, "g"), " ");
}

function among(codes: readonly string[]): CodeSearch {
  const [code] = codes;
  if (code !== undefined && codes.length === 1) return { code, choices: [] };
  // Generated codes rarely look like a word: they have a digit, or a capital letter after the first.
  const likely = (each: string) => Number(/\d|.[A-Z]/.test(each));
  return { code: null, choices: codes.toSorted((one, other) => likely(other) - likely(one)).slice(0, CHOICES_MAX) };
}

/** A code written as 4 and 4 or letter by letter, and nothing else: the whole text, or the value of `tree=`. */
function inGroups(text: string): string | null {
  const value = /[?&;]tree=([^&#]*)/i.exec(text)?.[1] ?? text;
  const groups = value
    .replaceAll("+", " ")
    .replace(/\p{Cf}/gu, "")
    .trim()
    .split(/[\s\p{Pd}]+/u);
  const lengths = groups.map(({ length }) => length).join();
  const isGrouped = ["8", "4,4", "1,1,1,1,1,1,1,1"].includes(lengths);
  const code = groups.join("");
  return isGrouped && isShareCode(code) ? code : null;
}
