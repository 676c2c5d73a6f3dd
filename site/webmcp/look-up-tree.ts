import { SHARE_CODE_ALPHABET } from "#contract/codes";
import type { Tree } from "#contract/trees";
import { codeMeantBy } from "../addresses.ts";
import type { ApiClient } from "../api-client.ts";
import { severalCodes } from "./outcomes.ts";
import { no, type Refused } from "./tool.ts";

/** Looks up the tree that a text refers to: a code, a link, or a sentence that contains one. */
export async function lookUpTree(words: string, api: ApiClient): Promise<Tree | Refused> {
  const { code, choices } = codeMeantBy(words);
  if (code === null && choices.length > 0) return severalCodes(choices);
  if (code === null) return no("invalid_code", "This contains no share code. A code has 8 letters and digits.", HINT);
  const answer = await api.tree(code);
  if (answer.ok) return answer.data;
  if (answer.status === 429) return no("rate_limited", "Too many requests.", "Wait a minute, then call again.");
  if (answer.status !== 404) return unavailable;
  const isOddlyMade = [...code].some((character) => !SHARE_CODE_ALPHABET.includes(character));
  return no("tree_not_found", "There is no tree with this code.", isOddlyMade ? `${HINT} ${LOOK_ALIKES}` : HINT);
}

export const unavailable = no("unavailable", "The service isn't responding right now.", "Try again in a few seconds.");

const HINT = "Codes are case-sensitive. Ask the person for the link they were sent.";
const LOOK_ALIKES = "New codes never contain 0, O, o, 1, I or l, so one of these may be a typo.";
