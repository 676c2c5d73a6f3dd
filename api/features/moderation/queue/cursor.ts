import { isShareCode } from "#contract/codes";
import { ApiError } from "#contract/errors";
import { isUuid } from "../../../uuid.ts";
import type { QueuePlace } from "./store.ts";

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

/** A cursor that goes on after an entry of the queue. Opaque to others. */
export function cursorAfter({ isUrgent, oldest, shareCode, giftId }: QueuePlace): string {
  return Buffer.from(JSON.stringify([isUrgent, oldest, shareCode, giftId])).toString("base64url");
}

/** The entry after which a cursor goes on; one we never gave is refused. */
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
