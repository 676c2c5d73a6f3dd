import { ApiError } from "#contract/errors";

/** A page of a listing: at most `limit` gifts below that position, newest first. */
export type PageRequest = { limit: number; below: number };

/** Above every position: where a listing starts. */
export const TOP = 2_147_483_647;

/** Returns a cursor that continues below a position. Opaque to clients; grants no rights. */
export function cursorBelow(position: number): string {
  return Buffer.from(`below:${position}`).toString("base64url");
}

/** Where a page of an owner's trees starts: after the tree that was created at that moment, in microseconds. */
export type TreePlace = { createdAt: string; shareCode: string };
export type TreesRequest = { limit: number; after: TreePlace };

/** Before every tree: where the list of an owner's trees starts. */
const NEWEST: TreePlace = { createdAt: "infinity", shareCode: "" };
const TREE_PLACE = /^after:(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([0-9A-Za-z]{8})$/;

export const cursorAfter = ({ createdAt, shareCode }: TreePlace): string =>
  Buffer.from(`after:${createdAt} ${shareCode}`).toString("base64url");

/** Returns the place in a cursor, or the first one. Throws `invalid_cursor` for one that we did not issue. */
export function treePlaceIn(cursor: string | undefined): TreePlace {
  if (cursor === undefined) return NEWEST;
  const [, createdAt = "", shareCode = ""] = TREE_PLACE.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  // Date.parse alone would take 30 February for a day of March, and Postgres neither.
  const date = new Date(createdAt);
  if (
    Number.isNaN(date.getTime()) ||
    date.toISOString().slice(0, 23) !== createdAt.slice(0, 23) ||
    date.getUTCFullYear() < 1
  )
    throw new ApiError("invalid_cursor");
  return { createdAt, shareCode };
}

/** Returns the position in a cursor. Throws `invalid_cursor` for one that we did not issue. */
export function positionIn(cursor: string): number {
  const [, digits] = /^below:([1-9]\d{0,9})$/.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  if (digits === undefined || Number(digits) > TOP || cursorBelow(Number(digits)) !== cursor) {
    throw new ApiError("invalid_cursor");
  }
  return Number(digits);
}
