import { z } from "zod";
import { isShareCode } from "#contract/codes";
import { ApiError } from "#contract/errors";
import { isUuid } from "../../platform/uuid.ts";
import type { QueuePlace } from "./queue.store.ts";

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const place = z.tuple([
  z.boolean(),
  z.string().refine((text) => MOMENT.test(text) && !Number.isNaN(Date.parse(text))),
  z.string().refine(isShareCode),
  z.string().refine(isUuid).nullable(),
]);

/** Returns an opaque cursor to the entries after one of the queue. */
export function cursorAfter({ isUrgent, oldest, shareCode, giftId }: QueuePlace): string {
  return Buffer.from(JSON.stringify([isUrgent, oldest, shareCode, giftId])).toString("base64url");
}

/** Reads a cursor; refuses one that this service did not issue. */
export function placeIn(cursor: string): QueuePlace {
  try {
    const [isUrgent, oldest, shareCode, giftId] = place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return { isUrgent, oldest, shareCode, giftId };
  } catch {
    throw new ApiError("invalid_cursor");
  }
}
