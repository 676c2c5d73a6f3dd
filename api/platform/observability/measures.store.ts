import { type SQL, sql } from "drizzle-orm";
import { URGENT_REASONS } from "#contract/moderation";
import type { Database } from "../db/client.ts";
import { oneOf } from "../db/schema/columns.ts";

/** Things that wait, and for how many seconds the oldest has: 0 if none waits. */
type Waiting = { count: number; oldestSeconds: number };
/** What the whole service has in its database, whichever process asks. */
export type Stock = {
  mails: Waiting;
  urgentReports: Waiting;
  otherReports: Waiting;
  appeals: number;
  sizeBytes: number;
};

const isUrgent = sql`reason in (${oneOf(URGENT_REASONS)})`;

export function stockStore(database: Database) {
  return {
    async read(): Promise<Stock> {
      const [stock] = await database.execute<Stock>(sql`
        select (select ${waiting(sql`queued_at`)} from mail_jobs) as mails,
          (select ${waiting(sql`created_at`)} from reports where act_id is null and ${isUrgent}) as "urgentReports",
          (select ${waiting(sql`created_at`)} from reports where act_id is null and not ${isUrgent}) as "otherReports",
          (select count(*)::integer from appeals where sealed_text is not null) as appeals,
          pg_database_size(current_database())::double precision as "sizeBytes"`);
      if (!stock) throw new Error("no row");
      return stock;
    },
  };
}

const waiting = (since: SQL) => sql`
  json_build_object('count', count(*), 'oldestSeconds', greatest(0, coalesce(extract(epoch from now() - min(${since})), 0)))`;
