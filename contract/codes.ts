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
 * The share code that a text means; or null and the codes it may mean: up to 4, the likeliest first, none where it holds
 * no code.
 */
export type CodeSearch = { code: string; choices: readonly string[] } | { code: null; choices: readonly string[] };

const CHOICES_MAX = 4;
/** Links within links are encoded once for each; more than so many are no link that somebody was given. */
const DECODINGS_MAX = 3;
const RUN = /[0-9A-Za-z]+/g;
const BETWEEN_TOKENS = /[\s<>"'()[\]{}]+/;
// What follows the host in every address of the site and the API that names a tree; languages stand before it.
const PLACE = "[?&;]tree=|/(?:my-trees|invitation|calendar|share-picture|tree-picture|trees|messages)/";
const LINK = new RegExp(`(?:${PLACE})([0-9A-Za-z]{8})(?![0-9A-Za-z])`, "gi");

/**
 * The share code that somebody meant by what they typed or pasted, in time linear in its length: the one tree link's in it, also
 * inside other words or a wrapper; or else the one run of 8 letters and digits. What stands beside it never matters, and
 * letter case is left alone, since it tells codes apart. A code in two groups (`AbCd 2345`) or spelled out is
 * understood where nothing else is there. Of links, those at `siteAddress` (`https://host[:port]`) go before all others.
 */
export function findShareCode(text: string, siteAddress: string): CodeSearch {
  const host = siteAddress.replace(/^https?:\/\//i, "").toLowerCase();
  const readings = readingsOf(text);
  const linked = readings.find((reading) => reading.search(LINK) >= 0);
  if (linked !== undefined) return among(namedIn(linked, host));
  for (const reading of readings) {
    const codes = namedIn(reading, host);
    if (codes.length > 0) return among(codes);
  }
  const grouped = readings.map(inGroups).find((code) => code !== null);
  return grouped ? { code: grouped, choices: [] } : { code: null, choices: [] };
}

/** The text as it stands, with full-width letters made plain, and with what is percent-encoded decoded, layer by layer. */
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

/** The different codes in a text: of links to the host where there are any, else of other links and of single runs. */
function namedIn(text: string, host: string): string[] {
  const own = new Set<string>();
  const others = new Set<string>();
  for (const token of text.split(BETWEEN_TOKENS)) {
    const links = [...token.matchAll(LINK)].flatMap(([, code]) => code ?? []);
    const isOwn = host !== "" && token.toLowerCase().includes(host);
    const runs = links.length > 0 ? links : runsIn(isOwn ? withoutOwnWords(token, host) : token);
    for (const code of runs) (isOwn && links.length > 0 ? own : others).add(code);
  }
  return [...(own.size > 0 ? own : others)];
}

const runsIn = (text: string): string[] => (text.match(RUN) ?? []).filter(isShareCode);

/** A host's name and the words of an address after it may have 8 letters, too: `calendar`, `password`. */
function withoutOwnWords(text: string, host: string): string {
  const anyCase = host
    .replace(/[^0-9a-z]/g, "\\$&")
    .replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
  return text.replace(new RegExp(`${anyCase}(?:/[a-z-]+(?![0-9A-Za-z-]))*`, "g"), " ");
}

function among(codes: readonly string[]): CodeSearch {
  const [code] = codes;
  if (code !== undefined && codes.length === 1) return { code, choices: [] };
  // A made code is hardly ever spelled like a word: it holds a digit, or a capital letter within.
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
