import { GIFT_IDS } from "#contract/gifts";
import { pictureVersion } from "./share-picture-address.ts";
import type { SharePicture } from "./share-picture-svg.ts";

const GIFT_COUNT = 14;

/** The tree that represents the whole site in link previews. */
export const homePicture: SharePicture = {
  type: "christmas",
  gifts: GIFT_IDS.slice(0, GIFT_COUNT).map((giftAssetId) => ({ id: giftAssetId, giftAssetId })),
};

export const homePictureVersion = () => pictureVersion(homePicture);
