import { TreeGiftingError, treeGifting } from "tree-gifting-client";

const { BASE_URL = "https://api.tree.example", SHARE_CODE = "snWHu9aZ" } = process.env;

try {
  // Retries are safe: all of them carry the same idempotency key.
  const { giftCount } = await treeGifting(BASE_URL).leaveGift({
    shareCode: SHARE_CODE,
    senderName: "Bob",
    message: "Merry Christmas! 🎄",
    giftAssetId: "snow-globe",
    showSenderName: true,
  });
  console.log(`Your gift is number ${giftCount} on the tree.`);
} catch (error) {
  if (!(error instanceof TreeGiftingError)) throw error;
  if (error.code === "rate_limited") console.error(`Try again in ${error.retryAfter} seconds.`);
  else console.error(`${error.code}: ${error.message}`, error.details);
}
