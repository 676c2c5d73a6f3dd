import { paintSharePicture } from "./painter.ts";
import { pictureCache } from "./picture-cache.ts";

const KEPT_BYTES_AT_MOST = 32 * 1024 * 1024;

/** This process's share pictures. */
export const sharePictures = pictureCache(paintSharePicture, { bytesAtMost: KEPT_BYTES_AT_MOST });
