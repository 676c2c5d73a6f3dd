import { ApiError } from "#contract/errors";
import type { OwnersStoredTree, TreeStore } from "./store.ts";

type Trees = Pick<TreeStore, "findOfOwner">;

/** Returns a tree of which somebody is the first or the second owner. Throws `tree_not_found`. */
export async function ownTree(trees: Trees, code: string, owner: string): Promise<OwnersStoredTree> {
  const tree = await trees.findOfOwner(code, owner);
  if (!tree) throw new ApiError("tree_not_found");
  return tree;
}

/** Returns a tree that somebody created. Throws `tree_not_found`, and `creator_only` for its second owner. */
export async function createdTree(trees: Trees, code: string, owner: string): Promise<OwnersStoredTree> {
  const tree = await ownTree(trees, code, owner);
  if (!tree.isCreator) throw new ApiError("creator_only");
  return tree;
}
