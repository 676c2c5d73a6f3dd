import { isShareCode } from "#contract/codes";
import { ApiError } from "#contract/errors";
import { isUuid } from "../../platform/uuid.ts";
import type { QueuePlace } from "./queue.store.ts";

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

/** Returns an opaque cursor to the entries after one of the queue. */
export function cursorAfter({ isUrgent, oldest, shareCode, giftId }: QueuePlace): string {
  return Buffer.from(JSON.stringify([isUrgent, oldest, shareCode, giftId])).toString("base64url");
}

/** Reads a cursor; refuses one that this service did not issue. */
export function placeIn(cursor: string): QueuePlace {
  const [isUrgent, oldest, shareCode, giftId] = partsOf(Buffer.from(cursor, "base64url").toString());
  const isWhole =
    typeof isUrgent === "boolean" &&
    typeof oldest === "string" &&
    MOMENT.test(oldest) &&
    !Number.isNaN(Date.parse(oldest)) &&
    typeof shareCode === "string" &&
    isShareCode(shareCode) &&
    (giftId === null || (typeof giftId === "string" && isUuid(giftId)));
  if (!isWhole) throw new ApiError("invalid_cursor");
  return { isUrgent, oldest, shareCode, giftId };
}

function partsOf(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(text);
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
