import { treeGifting } from "tree-gifting-client";

const { BASE_URL = "https://api.tree.example", SHARE_CODE = "snWHu9aZ" } = process.env;

const { id, status } = await treeGifting(BASE_URL).report({
  shareCode: SHARE_CODE,
  reason: "spam",
  details: "The name of this tree is an advertisement.",
  // Add `messageId` to report one gift on the tree.
});
console.log(`Report ${id}: ${status}.`);
