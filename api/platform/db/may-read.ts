import { and, eq, lte, type Placeholder, type SQL, sql } from "drizzle-orm";
import { messages, trees } from "./schema.ts";

/**
 * Whether somebody may read the texts of a tree: it is theirs, and it has opened. Every read of a text for somebody goes through here. A
 * gift that was taken down stays its owner's to read; whether it is listed at all is another question.
 */
export const mayRead = (reader: string | Placeholder, now: string | Placeholder): SQL | undefined =>
  and(eq(trees.ownerId, reader), lte(trees.opensAt, sql`${now}::timestamptz`));

/** A message's text, still sealed; null if it may not be read: then it never leaves the database. */
export const readableText = (reader: string | Placeholder, now: string | Placeholder): SQL<Buffer | null> =>
  sql<Buffer | null>`case when ${mayRead(reader, now)} then ${messages.sealedText} end`;
