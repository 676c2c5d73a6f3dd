import { lookUpTree } from "../look-up-tree.ts";
import { hintFor } from "../outcomes.ts";
import { type Answering, no } from "../tool.ts";

export const answerOpenTree: Answering = async ({ tree: words = "" }, { page, isUnsent }, { api, at }) => {
  const found = await lookUpTree(words, api);
  if ("ok" in found) return { answer: found };
  const opening = at(`/send-message?tree=${found.shareCode}`);
  const answer = { ok: true as const, opening, tree: found, ...hintFor(found) };
  if (page === opening) return { answer };
  return isUnsent ? { answer: unsentText } : { answer, opening };
};

/** Leaving the page would lose typed text. */
export const unsentText = no(
  "unsent_text",
  "This page has unsent text.",
  "Ask the person to send or clear it, then call again.",
);
