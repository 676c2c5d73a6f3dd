import { sql } from "drizzle-orm";
import { keysKeptSince } from "../client-identity/callers.ts";
import type { Database } from "../db/client.ts";
import { addressKeys } from "../db/schema.ts";
import { deleting, type Job } from "./job.ts";

/**
 * Deletes old daily keys, which makes that day's hashes meaningless. The first client of each day triggers this too,
 * but there may be none for weeks.
 */
export const oldAddressKeys = (database: Database): Job =>
  deleting(
    "address keys",
    { database, table: addressKeys, most: 100 },
    (now) => sql`${addressKeys.day} < ${keysKeptSince(now)}::date`,
  );
