import { type SQL, sql } from "drizzle-orm";
import { Gauge, type Registry } from "prom-client";
import { answeredWithin } from "../db/answered-within.ts";
import type { Database } from "../db/client.ts";
import { hearsOfQueue, isUrgent } from "../db/schema.ts";

/** Things that wait, and for how many seconds the oldest has: 0 if none waits. */
type Waiting = { count: number; oldestSeconds: number };
/** What the whole service has in its database, whichever process asks. */
export type Stock = {
  mails: Waiting;
  pushes: Waiting;
  urgentReports: Waiting;
  otherReports: Waiting;
  appeals: number;
  moderatorsTold: number;
  sizeBytes: number;
};

const urgent = isUrgent(sql`reason`);

export function stockStore(database: Database) {
  return {
    async read(): Promise<Stock> {
      const [stock] = await database.execute<Stock>(sql`
        select (select ${waiting(sql`queued_at`)} from mail_jobs where device_id is null) as mails,
          (select ${waiting(sql`queued_at`)} from mail_jobs where device_id is not null and queued_at <= now()) as pushes,
          (select ${waiting(sql`created_at`)} from reports where act_id is null and ${urgent}) as "urgentReports",
          (select ${waiting(sql`created_at`)} from reports where act_id is null and not ${urgent}) as "otherReports",
          (select count(*)::integer from appeals where sealed_text is not null) as appeals,
          (select count(*)::integer from moderators join owners on owners.id = moderators.owner_id where ${hearsOfQueue}) as "moderatorsTold",
          pg_database_size(current_database())::double precision as "sizeBytes"`);
      if (!stock) throw new Error("no row");
      return stock;
    },
  };
}

const waiting = (since: SQL) => sql`
  json_build_object('count', count(*), 'oldestSeconds', greatest(0, coalesce(extract(epoch from now() - min(${since})), 0)))`;

const SAME_EVERYWHERE = "The same in every process: take the maximum. Absent while the database does not answer.";
/** A scrape must not wait long for a database in trouble: the other metrics matter most then. */
const ANSWER_MS = 1000;
/** Several Prometheus servers, each with its own rhythm, cost the database one query in this time. */
const KEPT_MS = 5000;

type Point = { labels: Record<string, string>; value: number };

/** Registers gauges of what is in the database. They are read at a scrape, all with one query. */
export function measureStock(registry: Registry, read: () => Promise<Stock>): void {
  const current = remembered(read);
  const gauge = (name: string, help: string, labelNames: string[], pointsOf: (stock: Stock) => Point[]) =>
    new Gauge({
      name,
      help: `${help} ${SAME_EVERYWHERE}`,
      labelNames,
      registers: [registry],
      async collect() {
        const stock = await current().catch(() => null);
        // Without labels, reset() would leave a zero, which reads as "nothing waits".
        if (labelNames.length === 0) this.remove();
        else this.reset();
        for (const { labels, value } of stock ? pointsOf(stock) : []) this.set(labels, value);
      },
    });
  const alone = (value: number): Point[] => [{ labels: {}, value }];
  const byUrgency = (urgent: number, other: number): Point[] => [
    { labels: { urgency: "urgent" }, value: urgent },
    { labels: { urgency: "other" }, value: other },
  ];

  gauge("tree_api_mails_queued", "Mails that wait to be sent.", [], ({ mails }) => alone(mails.count));
  gauge("tree_api_mails_oldest_seconds", "How long the oldest queued mail has waited, or 0.", [], ({ mails }) =>
    alone(mails.oldestSeconds),
  );
  gauge("tree_api_pushes_queued", "Notifications that wait to be sent.", [], ({ pushes }) => alone(pushes.count));
  gauge(
    "tree_api_pushes_oldest_seconds",
    "How long the oldest notification has waited, nights not counted, or 0.",
    [],
    ({ pushes }) => alone(pushes.oldestSeconds),
  );
  gauge(
    "tree_api_reports_waiting",
    "Reports that wait for a moderator. Threats and self-harm are urgent.",
    ["urgency"],
    ({ urgentReports, otherReports }) => byUrgency(urgentReports.count, otherReports.count),
  );
  gauge(
    "tree_api_reports_oldest_seconds",
    "How long the oldest waiting report has waited, or 0.",
    ["urgency"],
    ({ urgentReports, otherReports }) => byUrgency(urgentReports.oldestSeconds, otherReports.oldestSeconds),
  );
  gauge(
    "tree_api_appeals_waiting",
    "Texts refused by mistake, as their writers say, that wait for a moderator.",
    [],
    ({ appeals }) => alone(appeals),
  );
  gauge(
    "tree_api_moderators_told",
    "Moderators who are mailed while something waits in the queue.",
    [],
    ({ moderatorsTold }) => alone(moderatorsTold),
  );
  gauge("tree_api_database_size_bytes", "Size of the database on disk.", [], ({ sizeBytes }) => alone(sizeBytes));
}

/** All gauges of a scrape, and scrapes shortly after each other, share one answer, or one failure. */
function remembered(read: () => Promise<Stock>): () => Promise<Stock> {
  let answer: Promise<Stock> | undefined;
  let readAt = 0;
  return () => {
    if (!answer || performance.now() - readAt > KEPT_MS) {
      readAt = performance.now();
      answer = answeredWithin(ANSWER_MS, read());
    }
    return answer;
  };
}
