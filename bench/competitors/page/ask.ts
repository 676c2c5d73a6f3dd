/** The API requests behind a tree's page, made on the server. No peer caches any of them. */
import { createHash } from "node:crypto";
import type { GiftsPage, ListedGift } from "../../../contract/messages.ts";
import type { Tree } from "../../../contract/trees.ts";
import { giftInSprite } from "../../../site/tree-picture/gift-sprite.ts";

const GIFTS_SHOWN = 60;
const [sprite = ""] = giftInSprite("card").split("#");

export type TreePage = {
  tree: Tree;
  gifts: ListedGift[];
  /** The cursor of the older gifts. */
  next: string | null;
  /** The sprite file with the gifts' drawings. */
  sprite: string;
  siteUrl: string;
  /** The URL of the share picture that messengers show. */
  picture: string;
};

/** Loads everything that a tree's page shows, or null if the API does not return it. */
export async function askForTree(code: string): Promise<TreePage | null> {
  const [tree, listing] = await Promise.all([
    ask<{ data: Tree }>(`/v1/trees/${code}`),
    ask<{ data: ListedGift[]; page: GiftsPage }>(`/v1/messages/${code}?limit=${GIFTS_SHOWN}`),
  ]);
  if (!tree || !listing) return null;
  const siteUrl = process.env.SITE_URL ?? "";
  return {
    tree: tree.data,
    gifts: listing.data,
    next: listing.page.next,
    sprite,
    siteUrl,
    picture: siteUrl + picturePath(tree.data, listing.data),
  };
}

/** As long as ours, and made with as much work. */
function picturePath({ shareCode, type, name }: Tree, gifts: readonly ListedGift[]): string {
  const content = JSON.stringify([type, name, gifts.map(({ id, giftAssetId }) => [id, giftAssetId])]);
  return `/share-picture/${shareCode}-${createHash("sha256").update(content).digest("base64url").slice(0, 10)}.png`;
}

async function ask<Answer>(path: string): Promise<Answer | null> {
  const headers = { accept: "application/json", "accept-encoding": "identity" };
  const answer = await fetch(process.env.API_INNER_URL + path, { headers, cache: "no-store" });
  return answer.ok ? answer.json() : null;
}
