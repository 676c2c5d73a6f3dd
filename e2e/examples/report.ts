const { BASE_URL = "https://api.tree.example", SHARE_CODE = "snWHu9aZ" } = process.env;

const report = {
  shareCode: SHARE_CODE,
  reason: "spam",
  details: "The name of this tree is an advertisement.",
  // Add `messageId` to report one gift on the tree.
};
const answer = await fetch(`${BASE_URL}/v1/reports`, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(report),
});
const { success, data, error } = await answer.json();

if (success) console.log(`Report ${data.id}: ${data.status}.`);
else console.error(`${error.code}: ${error.message}`);

// Makes this file a module.
export {};
