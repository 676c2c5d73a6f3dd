const { BASE_URL = "https://api.tree.example", SHARE_CODE = "snWHu9aZ" } = process.env;

const answer = await fetch(`${BASE_URL}/v1/trees/${SHARE_CODE}`);
const { success, data: tree, error } = await answer.json();

if (success) console.log(`${tree.name}: ${tree.giftCount} gifts, opens on ${tree.openingDay}.`);
else console.error(`${error.code}: ${error.message}`);

// Makes this file a module.
export {};
