import { returnSent } from "./sent-gift.ts";

const { tree, sent } = document.getElementById("taken-back")?.dataset ?? {};
if (tree && sent) returnSent(tree, sent);
