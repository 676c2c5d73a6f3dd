import { treeGifting } from "tree-gifting-client";

const { BASE_URL = "https://api.tree.example" } = process.env;

const { version } = await treeGifting(BASE_URL).status();
console.log(`The service works: version ${version}.`);
