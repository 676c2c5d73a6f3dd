import type { GiftsPage, ListedGift } from "#contract/messages";
import type { VisitedTree } from "#contract/trees";
import { codeMeantBy } from "../addresses.ts";
import type { ApiClient } from "../api-client.ts";
import { isUnknown } from "../forms/form.ts";

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

/** What the page of a tree shows. */
export type TreePageState =
  /** No tree: there is none with this code, or the code is none or unclear, or the API cannot say. */
  | { is: "unknown"; tree: null }
  /** The API cannot say, and a gift was sent: its form keeps it. */
  | { is: "unsent"; tree: null }
  /** The form came back with its input: of a paused tree, too, to be sent when it takes gifts again. */
  | { is: "returned"; tree: VisitedTree }
  /** A gift was just left, as this number on the tree. */
  | { is: "left"; tree: VisitedTree; gift: ListedGift; number: number }
  /** The gift that was left is no longer on the tree. */
  | { is: "gone"; tree: VisitedTree }
  /** The tree without a form. */
  | { is: "paused"; tree: VisitedTree }
  /** The tree and the empty form. */
  | { is: "inviting"; tree: VisitedTree };

/** Decides what the page shows. `left` is the id of the gift that was just left here. */
export function treePageState(
  { tree, gifts, status }: Pick<TreePage, "tree" | "gifts" | "status">,
  { isReturned, left }: { isReturned: boolean; left: string | null },
): TreePageState {
  if (!tree) return { is: isReturned && isUnknown({ status }) ? "unsent" : "unknown", tree };
  if (isReturned) return { is: "returned", tree };
  if (!left) return { is: tree.isPaused ? "paused" : "inviting", tree };
  const place = gifts.findIndex(({ id }) => id === left);
  const gift = gifts[place];
  return gift ? { is: "left", tree, gift, number: tree.giftCount - place } : { is: "gone", tree };
}

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
