import { API_ERRORS } from "#contract/errors";
import type { Tree, TreeLook } from "#contract/trees";
import type { FormState } from "../forms/form.ts";
import { type Answer, no, type Refused } from "./tool.ts";

// Results that a page reports in a data block: browsers pass them to the agent whose call led here.

/** A tree was opened. Left out are its name, its owner's, its organizer's and the thanks, people's own text, and its look, which is for people. */
export const treeOpened = (
  {
    name: _,
    ownerName: __,
    look: ___,
    thanks: ____,
    organizerName: _____,
    ...tree
  }: Tree & { look?: TreeLook; thanks?: string | null },
  url: string,
): Answer => ({
  ok: true,
  ...tree,
  url,
  ...hintFor(tree),
});

/** Tells an agent why a page has no form, before it looks for one. */
export const hintFor = ({ isPaused }: Pick<Tree, "isPaused">) => (isPaused ? { hint: PAUSED } : {});

const PAUSED = "The tree is not taking new gifts, so there is no form. The person decides whether to try again later.";

/** A gift was added. */
export const giftAdded = (shareCode: string, giftAssetId: string): Answer => ({
  ok: true,
  shareCode,
  giftAssetId,
  hint: "The gift is on the tree. Only the tree's owner can read the message, from opening day on.",
});

/** A tree was created, for its owner. */
export const treeCreated = (shareCode: string, link: string): Answer => ({ ok: true, created: true, shareCode, link });

/** A text may refer to one of several trees: the person decides. */
export const severalCodes = (codes: readonly string[]): Refused =>
  no(
    "ambiguous_code",
    `This text could contain more than one share code: ${codes.join(", ")}.`,
    "Ask the person which one they mean, or for the tree's link, and pass only that.",
  );

/** No tree at this address, by the page's status; or several possible codes. */
export function treeMissing(status: number, choices: readonly string[]): Answer {
  if (choices.length > 0) return severalCodes(choices);
  const code = status === 400 ? "invalid_code" : status === 404 ? "tree_not_found" : "service_unavailable";
  const hint = status < 500 ? "Ask the person for the link they were sent." : "Try again in a few seconds.";
  return { ok: false, code, error: API_ERRORS[code].message, hint };
}

/** A submitted form was rejected; null if none was submitted. */
export function sendingRefused({ code, fieldErrors }: FormState): Answer | null {
  if (!code) return null;
  const details = Object.entries(fieldErrors).map(([field, fieldError]) => ({ field, ...fieldError }));
  const hint = "The form is still filled in. Agree with the person on what to change. The person sends it again.";
  return { ok: false, code, error: API_ERRORS[code].message, details, hint };
}
