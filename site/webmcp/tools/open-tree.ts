import { lookUpTree } from "../look-up-tree.ts";
import { hintFor } from "../outcomes.ts";
import { type Answering, no, type Tool } from "../tool.ts";

export const OPEN_TREE: Tool = {
  name: "open_tree",
  title: "Open a tree",
  description:
    "Opens a tree in this tab by its code or link, to see it or to leave a gift on it. Messages on trees are private and never shown.",
  inputSchema: {
    type: "object",
    properties: {
      tree: { type: "string", description: "The tree's code or link, or words that hold it." },
    },
    required: ["tree"],
    additionalProperties: false,
  },
  // A tree's name is the owner's own text.
  annotations: { untrustedContentHint: true },
};

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
  "This page holds text that is not sent.",
  "Ask the person to send it or to clear it, then call again.",
);
