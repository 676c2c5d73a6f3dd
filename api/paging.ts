import { ApiError } from "#contract/errors";

/** A page of a listing: at most `limit` gifts below that position, newest first. */
export type PageRequest = { limit: number; below: number };

/** Above every position: where a listing starts. */
export const TOP = 2_147_483_647;

/** Returns a cursor that continues below a position. Opaque to clients; grants no rights. */
export function cursorBelow(position: number): string {
  return Buffer.from(`below:${position}`).toString("base64url");
}

/** Returns the position in a cursor. Throws `invalid_cursor` for one that we did not issue. */
export function positionIn(cursor: string): number {
  const [, digits] = /^below:([1-9]\d{0,9})$/.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  if (digits === undefined || Number(digits) > TOP || cursorBelow(Number(digits)) !== cursor) {
    throw new ApiError("invalid_cursor");
  }
  return Number(digits);
}
