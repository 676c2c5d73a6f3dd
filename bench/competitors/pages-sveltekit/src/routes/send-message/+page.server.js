import { error } from "@sveltejs/kit";
import { askForTree } from "../../../../.built/page-ask.mjs";

export async function load({ url }) {
  const page = await askForTree(url.searchParams.get("tree") ?? "");
  return page ?? error(404, "There is no tree with this code");
}
