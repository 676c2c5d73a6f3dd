import { treeGifting } from "tree-gifting-client";

const { BASE_URL = "https://api.tree.example", SHARE_CODE = "snWHu9aZ" } = process.env;

const tree = await treeGifting(BASE_URL).getTree(SHARE_CODE);
console.log(`${tree.name}: ${tree.giftCount} gifts, opens on ${tree.openingDay}.`);
