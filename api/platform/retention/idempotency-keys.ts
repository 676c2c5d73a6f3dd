import { sql } from "drizzle-orm";
import { IDEMPOTENCY_KEPT_HOURS } from "#contract/retention";
import type { Database } from "../db/client.ts";
import { idempotencyKeys } from "../db/schema.ts";
import { before, deleting, type Job } from "./job.ts";

const KEPT_MS = IDEMPOTENCY_KEPT_HOURS * 60 * 60 * 1000;

/** Deletes stored first responses that have expired. */
export const oldAnswers = (database: Database): Job =>
  deleting(
    "idempotency keys",
    { database, table: idempotencyKeys, most: 1000 },
    (now) => sql`${idempotencyKeys.createdAt} < ${before(now, KEPT_MS)}`,
  );
