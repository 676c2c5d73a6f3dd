import type { GiftsPage, ListedGift } from "#contract/messages";
import type { Tree } from "#contract/trees";
import { codeMeantBy } from "../addresses.ts";
import type { ApiClient } from "../api-client.ts";

/** What the page of a tree shows; without a tree, the status says why. */
export type TreePage = {
  code: string;
  typed: string;
  /** What may be meant where that is not clear. */
  choices: readonly string[];
  status: number;
  tree: Tree | null;
  gifts: ListedGift[];
  page: GiftsPage;
};

/** Looks up the tree that an address names; an address that names it untidily leads to the tidy one. */
export async function loadTreePage(address: URL, api: ApiClient): Promise<TreePage | Response> {
  const typed = codeParameter(address);
  const { code, choices } = codeMeantBy(typed);
  const none = { code: "", typed, choices, tree: null, gifts: [], page: { next: null, limit: 0, giftCount: 0 } };
  if (code === null) return { ...none, status: 400 };
  if (typed !== code || !address.searchParams.has("tree")) {
    return new Response(null, { status: 301, headers: { location: `/send-message?tree=${code}` } });
  }
  const before = address.searchParams.get("before");
  const answer = await api.treePage(code, before);
  // The code is right, and the place in the list is not: the list from its start.
  if (!answer.ok && answer.status === 400 && before !== null) {
    return new Response(null, { status: 303, headers: { location: `/send-message?tree=${code}` } });
  }
  return answer.ok ? { ...none, code, status: 200, ...answer.data } : { ...none, code, status: answer.status };
}

/** The value of `tree=`, whatever the letter case of its name, also in an address that was copied out of HTML (`&amp;tree=`). */
export function codeParameter({ searchParams }: URL): string {
  const named = [...searchParams].find(([name]) => /^(amp;)?tree$/i.test(name));
  return named?.[1] ?? "";
}
