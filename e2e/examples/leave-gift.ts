const { BASE_URL = "https://api.tree.example", SHARE_CODE = "snWHu9aZ" } = process.env;

const gift = {
  shareCode: SHARE_CODE,
  senderName: "Bob",
  message: "Merry Christmas! 🎄",
  giftAssetId: "snow-globe",
  showSenderName: true,
};
const answer = await fetch(`${BASE_URL}/v1/messages`, {
  method: "POST",
  // The key makes it safe to send the same request again.
  headers: { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() },
  body: JSON.stringify(gift),
});
const { success, data, error } = await answer.json();

if (success) console.log(`Your gift is number ${data.giftCount} on the tree.`);
else if (error.code === "rate_limited") console.error(`Try again in ${answer.headers.get("Retry-After")} seconds.`);
else console.error(`${error.code}: ${error.message}`, error.details ?? "");

// Makes this file a module.
export {};
