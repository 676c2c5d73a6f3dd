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
 * The share code a person meant by what they typed or pasted, or null where that is not clear:
 * a code with stray spaces or dashes, or a whole link that carries one as `tree=`.
 * Letter case is left alone, since it tells codes apart.
 */
export function tidyShareCode(typed: string): string | null {
  const fromLink = /[?&]tree=([^&#]*)/i.exec(typed)?.[1];
  const raw = fromLink === undefined ? typed : decodeOrKeep(fromLink);
  const tidied = raw.normalize("NFKC").replace(/[\s\p{Cf}\p{Pd}]/gu, "");
  return isShareCode(tidied) ? tidied : null;
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
