import { createHash } from "node:crypto";
import { GIFT_IDS } from "#contract/gifts";
import { TREE_TYPES, type Tree } from "#contract/trees";
import { siteUrl } from "../addresses.ts";
import { GIFTS_DRAWN_AT_MOST } from "../tree-picture/tree-picture.ts";
import { type DrawnGift, sharePictureSvg } from "./share-picture-svg.ts";

type SharedTree = Pick<Tree, "shareCode" | "type">;

/** The address of a tree's share picture, for `og:image`. It changes whenever the picture would. */
export function sharePictureAddress(tree: SharedTree, gifts: readonly DrawnGift[]): string {
  return siteUrl() + sharePicturePath(tree, gifts);
}

export function sharePicturePath(tree: SharedTree, gifts: readonly DrawnGift[]): string {
  return `/share-picture/${tree.shareCode}-${sharePictureVersion(tree, gifts)}.png`;
}

/** A hash of 10 characters that identifies the picture: trees without gifts share theirs by type. */
export function sharePictureVersion({ type }: Pick<Tree, "type">, gifts: readonly DrawnGift[]): string {
  const shown = gifts.slice(0, GIFTS_DRAWN_AT_MOST).map(({ id, giftAssetId }) => [id, giftAssetId]);
  return hashOf(JSON.stringify([drawings(), type, shown]));
}

let knownDrawings: string | undefined;

/** A hash of all drawings: when one changes, every picture gets a new address and cached copies become unused. */
function drawings(): string {
  const everyGift = GIFT_IDS.map((id) => ({ id, giftAssetId: id }));
  knownDrawings ??= hashOf(TREE_TYPES.map((type) => sharePictureSvg({ type, gifts: everyGift })).join());
  return knownDrawings;
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 10);
