import { sql } from "drizzle-orm";
import { IDEMPOTENCY_KEPT_HOURS } from "#contract/retention";
import type { Database } from "../db/client.ts";
import { giftIdempotencyKeys, idempotencyKeys } from "../db/schema.ts";
import { before, deleting, type Job } from "./job.ts";

const KEPT_MS = IDEMPOTENCY_KEPT_HOURS * 60 * 60 * 1000;

/** Delete stored first responses that have expired. */
export const oldAnswers = (database: Database): Job[] =>
  Object.entries({ "idempotency keys": idempotencyKeys, "idempotency keys of gifts": giftIdempotencyKeys }).map(
    ([name, table]) =>
      deleting(name, { database, table, most: 1000 }, (now) => sql`${table.createdAt} < ${before(now, KEPT_MS)}`),
  );
