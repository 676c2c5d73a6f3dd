const { BASE_URL = "https://api.tree.example", SHARE_CODE = "snWHu9aZ" } = process.env;

// Page after page, until there is no next one.
let cursor: string | null = null;
do {
  const query: string = cursor ? `?limit=100&cursor=${cursor}` : "?limit=100";
  const answer = await fetch(`${BASE_URL}/v1/messages/${SHARE_CODE}${query}`);
  const { success, data: gifts, page, error } = await answer.json();
  if (!success) {
    console.error(`${error.code}: ${error.message}`);
    break;
  }
  for (const gift of gifts) console.log(`${gift.giftAssetId} from ${gift.senderName ?? "somebody"}`);
  cursor = page.next;
} while (cursor);

// Makes this file a module.
export {};
