import { treeGifting } from "tree-gifting-client";

const { BASE_URL = "https://api.tree.example", SHARE_CODE = "snWHu9aZ" } = process.env;

// Requests page after page, until there is no next one.
for await (const gift of treeGifting(BASE_URL).allGifts(SHARE_CODE)) {
  console.log(`${gift.giftAssetId} from ${gift.senderName ?? "somebody"}`);
}
