import { keptPictures } from "./kept-pictures.ts";
import { paintSharePicture } from "./painter.ts";

const KEPT_BYTES_AT_MOST = 32 * 1024 * 1024;

/** This process's share pictures. */
export const sharePictures = keptPictures(paintSharePicture, { bytesAtMost: KEPT_BYTES_AT_MOST });
