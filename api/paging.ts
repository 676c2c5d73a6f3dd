import { ApiError } from "#contract/errors";

/** A stretch of a listing: at most `limit` gifts below that position, newest first. */
export type PageRequest = { limit: number; below: number };

/** Above every position: where a listing begins. */
export const TOP = 2_147_483_647;

/** A cursor that goes on below a position. Opaque to others, and carries no rights. */
export function cursorBelow(position: number): string {
  return Buffer.from(`below:${position}`).toString("base64url");
}

/** The position in a cursor; one that we never gave is refused. */
export function positionIn(cursor: string): number {
  const [, digits] = /^below:([1-9]\d{0,9})$/.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  if (digits === undefined || Number(digits) > TOP || cursorBelow(Number(digits)) !== cursor) {
    throw new ApiError("invalid_cursor");
  }
  return Number(digits);
}
