import { sql } from "drizzle-orm";
import { keysKeptSince } from "../client-identity/service.ts";
import type { Database } from "../db/client.ts";
import { addressKeys } from "../db/schema.ts";
import { deleting, type Job } from "./job.ts";

/** Days' keys, and with them the meaning of those days' hashes. Here as well as with each day's first caller: there may be none for weeks. */
export const oldAddressKeys = (database: Database): Job =>
  deleting(
    "address keys",
    { database, table: addressKeys, most: 100 },
    (now) => sql`${addressKeys.day} < ${keysKeptSince(now)}::date`,
  );
