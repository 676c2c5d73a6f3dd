import { z } from "zod";
import { Refusal } from "#contract/errors";
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from "#contract/limits";

/** What a listing's address may ask for. */
export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(PAGE_LIMIT_MAX).default(PAGE_LIMIT_DEFAULT),
  cursor: z.string().optional(),
});

/** A stretch of a listing: at most `limit` gifts below that position, newest first. */
export type PageWanted = { limit: number; below: number };

const TOP = 2_147_483_647;

/** The stretch that a query asks for; a cursor we never gave is refused. */
export function pageWanted({ limit, cursor }: z.infer<typeof pageQuery>): PageWanted {
  return { limit, below: cursor === undefined ? TOP : positionIn(cursor) };
}

/** A cursor that goes on below a position. Opaque to others, and carries no rights. */
export function cursorBelow(position: number): string {
  return Buffer.from(`below:${position}`).toString("base64url");
}

function positionIn(cursor: string): number {
  const [, digits] = /^below:([1-9]\d{0,9})$/.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  if (digits === undefined || Number(digits) > TOP || cursorBelow(Number(digits)) !== cursor) {
    throw new Refusal("invalid_cursor");
  }
  return Number(digits);
}
