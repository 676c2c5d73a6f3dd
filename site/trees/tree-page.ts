import type { GiftsPage, ListedGift } from "#contract/messages";
import type { VisitedTree } from "#contract/trees";
import { codeMeantBy } from "../addresses.ts";
import type { ApiClient } from "../api-client.ts";

/** The data of a tree's page; without a tree, the status says why. */
export type TreePage = {
  code: string;
  typed: string;
  /** Possible codes if the input is ambiguous. */
  choices: readonly string[];
  status: number;
  tree: VisitedTree | null;
  gifts: ListedGift[];
  page: GiftsPage;
};

/** Loads the tree that a URL names; redirects if its cursor is not one. */
export async function loadTreePage(address: URL, api: ApiClient): Promise<TreePage | Response> {
  const typed = codeParameter(address);
  const { code, choices } = codeMeantBy(typed);
  const none = { code: "", typed, choices, tree: null, gifts: [], page: { next: null, limit: 0, giftCount: 0 } };
  if (code === null) return { ...none, status: 400 };
  const before = address.searchParams.get("before");
  const answer = await api.treePage(code, before);
  // The code is valid but the cursor is not: show the list from the start.
  if (!answer.ok && answer.status === 400 && before !== null) {
    return new Response(null, { status: 303, headers: { location: `/send-message?tree=${code}` } });
  }
  return answer.ok ? { ...none, code, status: 200, ...answer.data } : { ...none, code, status: answer.status };
}

/** The value of `tree=`, in any letter case, even in a URL copied from HTML (`&amp;tree=`). */
export function codeParameter({ searchParams }: URL): string {
  const named = [...searchParams].find(([name]) => /^(amp;)?tree$/i.test(name));
  return named?.[1] ?? "";
}
