import { SHARE_CODE_ALPHABET, tidyShareCode } from "#contract/codes";
import type { Tree } from "#contract/trees";
import type { ApiClient } from "../api-client.ts";
import { no, type Refused } from "./tool.ts";

const CODES_MAX = 3;
const TEXT_MAX = 2000;

/** The tree that somebody's words name: a code, a link, or a sentence that holds one. */
export async function lookUpTree(words: string, api: ApiClient): Promise<Tree | Refused> {
  const codes = codesIn(words.slice(0, TEXT_MAX));
  for (const code of codes) {
    const answer = await api.tree(code);
    if (answer.ok) return answer.data;
    if (answer.status === 429) return no("rate_limited", "Too many requests.", "Wait a minute, then call again.");
    if (answer.status !== 404) return unavailable;
  }
  const [code] = codes;
  if (!code) return no("invalid_code", "No share code is in this: a code has 8 letters and digits.", HINT);
  const isOddlyMade = [...code].some((character) => !SHARE_CODE_ALPHABET.includes(character));
  return no("tree_not_found", "There is no tree with this code.", isOddlyMade ? `${HINT} ${LOOK_ALIKES}` : HINT);
}

export const unavailable = no("unavailable", "The service cannot answer at the moment.", "Try again in a few seconds.");

const HINT = "Capital and small letters count. Ask the person for the link that they were given.";
const LOOK_ALIKES = "New codes never hold 0, O, o, 1, I or l: one of these may be mistyped.";

/** What may be share codes, those first that are no words: they hold a digit, or a capital letter within. */
function codesIn(words: string): string[] {
  const whole = tidyShareCode(words);
  const likely = (code: string) => Number(/\d|.[A-Z]/.test(code));
  const within = words.match(/\b[0-9A-Za-z]{8}\b/g) ?? [];
  const codes = [...(whole ? [whole] : []), ...within.toSorted((one, other) => likely(other) - likely(one))];
  return [...new Set(codes)].slice(0, CODES_MAX);
}
