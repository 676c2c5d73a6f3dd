import type { ListedGift } from "#contract/messages";
import type { TreeType } from "#contract/trees";
import { treePicture } from "../tree-picture/tree-picture.ts";

/** What a share picture is drawn from; the gifts newest first, as the public listing gives them. */
export type SharePicture = { type: TreeType; gifts: readonly DrawnGift[] };
export type DrawnGift = Pick<ListedGift, "id" | "giftAssetId">;

/** The hour at which each stands out best, small and among the lines of a chat. */
const HOURS = { christmas: "dusk", birthday: "day", valentine: "dusk" } as const satisfies Record<TreeType, string>;

/** The picture that a link preview shows of a tree. It holds no words: it is the same for readers of every language. */
export function sharePictureSvg({ type, gifts }: SharePicture): string {
  return treePicture({ type }, gifts.map(withoutName), { hour: HOURS[type], frame: "wide" });
}

function withoutName({ id, giftAssetId }: DrawnGift): DrawnGift {
  return { id, giftAssetId };
}
