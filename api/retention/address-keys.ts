import { sql } from "drizzle-orm";
import { keysKeptSince } from "../callers/service.ts";
import type { Database } from "../db/client.ts";
import { addressKeys } from "../db/schema.ts";
import { deleteBatch, type Job } from "./job.ts";

/** Days' keys, and with them the meaning of those days' hashes. Here as well as with each day's first caller: there may be none for weeks. */
export const oldAddressKeys = (database: Database): Job => ({
  name: "address keys",
  batch: 100,
  run: (now, batch) => deleteBatch(database, addressKeys, sql`${addressKeys.day} < ${keysKeptSince(now)}::date`, batch),
});
