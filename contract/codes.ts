import { SHARE_CODE_LENGTH } from "./limits.ts";

/** The format of an accepted share code, case-sensitive (public API reference, section 2). */
export const SHARE_CODE_PATTERN = /^[0-9A-Za-z]{8}$/;

/** The 56 symbols of new codes: letters and digits without the look-alikes `0 O o 1 I l`. */
export const SHARE_CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz";

/** Whether the text is a well-formed share code. Does not check that the tree exists. */
export function isShareCode(text: string): boolean {
  return SHARE_CODE_PATTERN.test(text);
}

/**
 * Returns a new share code from a cryptographic source of bytes.
 * Redraws bytes past the largest multiple of 56, so that every symbol is equally likely.
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
 * The share code found in a text, or null with up to 4 candidates, the likeliest first. `choices` is empty if nothing
 * looks like a code.
 */
export type CodeSearch = { code: string; choices: readonly string[] } | { code: null; choices: readonly string[] };

const CHOICES_MAX = 4;
/** Each wrapper percent-encodes a link once more; real links are wrapped at most this often. */
const DECODINGS_MAX = 3;
const RUN = /[0-9A-Za-z]+/g;
// Spaces and dashes, those that keyboards of Korean and Japanese type, and a minus sign.
const BETWEEN_GROUPS = /[\s\p{Pd}·•・･ーｰ−‐⁃─━]+/u;
const BETWEEN_TOKENS = /[\s<>"'()[\]{}]+/;
// What follows the host, and the language if any, in every site and API URL that contains a share code.
const PLACE =
  "[?&;]tree=|/(?:my-trees|invitation|organizing|calendar|share-picture|story-card|tree-picture|trees|messages)/";
const LINK = new RegExp(`(?:${PLACE})([0-9A-Za-z]{8})(?![0-9A-Za-z])`, "gi");

/**
 * Finds the share code in typed or pasted text, in time linear in its length: the code of the only tree link, even
 * among other words or wrapped in another link; otherwise the only run of 8 letters and digits. Ignores punctuation
 * around it. Preserves letter case, since codes are case-sensitive. Finds a code in two groups (`AbCd 2345`) or spelled
 * out only if the text contains nothing else. Links at `siteAddress` (`https://host[:port]`) take precedence.
 */
export function findShareCode(text: string, siteAddress: string): CodeSearch {
  const host = siteAddress.replace(/^https?:\/\//i, "").toLowerCase();
  const readings = readingsOf(text);
  // A link to our host comes first, however deep it is wrapped: the wrapper's own URL may look like one.
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

/** Returns the text as is, with full-width letters normalized, and percent-decoded layer by layer. */
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

/** Returns the distinct codes of links to the host. */
function ownLinksIn(text: string, host: string): string[] {
  const links = text.split(BETWEEN_TOKENS).flatMap((token) => {
    const at = hostIn(token, host);
    return at < 0 ? [] : linksIn(token.slice(at));
  });
  return [...new Set(links)];
}

/** Returns the distinct codes of other links, and single runs. */
function namedIn(text: string, host: string): string[] {
  const codes = text.split(BETWEEN_TOKENS).flatMap((token) => {
    const links = linksIn(token);
    return links.length > 0 ? links : runsIn(hostIn(token, host) < 0 ? token : withoutOwnWords(token, host));
  });
  return [...new Set(codes)];
}

/**
 * Returns the index of the host, or of a subdomain's host part (`api.tree.example`), in a text. Returns -1 if it is
 * missing or only part of a longer host name.
 */
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

/** Removes the host and its path words, which may have 8 letters too: `calendar`, `password`. */
function withoutOwnWords(text: string, host: string): string {
  const anyCase = host
    .replace(/[^0-9a-z]/g, "\\$&")
    .replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
  return text.replace(new RegExp(`${anyCase}(?:/[a-z-]+(?![0-9A-Za-z-]))*`, "g"), " ");
}

function among(codes: readonly string[]): CodeSearch {
  const [code] = codes;
  if (code !== undefined && codes.length === 1) return { code, choices: [] };
  // Generated codes rarely look like a word: they contain a digit, or a capital letter after the first character.
  const likely = (each: string) => Number(/\d|.[A-Z]/.test(each));
  return { code: null, choices: codes.toSorted((one, other) => likely(other) - likely(one)).slice(0, CHOICES_MAX) };
}

/** Returns a code written as 4 and 4 or letter by letter, if it is the whole text or the value of `tree=`. */
function inGroups(text: string): string | null {
  const value = /[?&;]tree=([^&#]*)/i.exec(text)?.[1] ?? text;
  const groups = value
    .replaceAll("+", " ")
    .replace(/\p{Cf}/gu, "")
    .trim()
    .split(BETWEEN_GROUPS);
  const lengths = groups.map(({ length }) => length).join();
  const isGrouped = ["8", "4,4", "1,1,1,1,1,1,1,1"].includes(lengths);
  const code = groups.join("");
  return isGrouped && isShareCode(code) ? code : null;
}
