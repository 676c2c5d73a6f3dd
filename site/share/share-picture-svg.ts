import type { ListedGift } from "#contract/messages";
import type { TreeType } from "#contract/trees";
import { treePicture } from "../tree-picture/tree-picture.ts";

/** The content of a share picture; gifts newest first, as in the public listing. */
export type SharePicture = { type: TreeType; gifts: readonly DrawnGift[] };
export type DrawnGift = Pick<ListedGift, "id" | "giftAssetId">;

/** The hour at which each picture stands out best, small and in a chat. */
const HOURS = { christmas: "dusk", birthday: "day", valentine: "dusk" } as const satisfies Record<TreeType, string>;

/** The picture of a tree for link previews. It contains no text, so it suits every language. */
export function sharePictureSvg({ type, gifts }: SharePicture): string {
  return treePicture({ type }, gifts.map(withoutName), { hour: HOURS[type], frame: "wide" });
}

function withoutName({ id, giftAssetId }: DrawnGift): DrawnGift {
  return { id, giftAssetId };
}
