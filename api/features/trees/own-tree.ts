import { ApiError } from "#contract/errors";
import type { OwnersStoredTree, TreeStore } from "./trees.store.ts";

type Trees = Pick<TreeStore, "findOfOwner">;

/** Returns an owner's tree. Throws `tree_not_found`. */
export async function ownTree(trees: Trees, code: string, owner: string): Promise<OwnersStoredTree> {
  const tree = await trees.findOfOwner(code, owner);
  if (!tree) throw new ApiError("tree_not_found");
  return tree;
}
