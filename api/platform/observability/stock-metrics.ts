import { Gauge, type Registry } from "prom-client";
import { answeredWithin } from "../db/answered-within.ts";
import type { Stock } from "./measures.store.ts";

const SAME_EVERYWHERE = "The same in every process: take the maximum. Absent while the database does not answer.";
/** A scrape must not wait long for a database in trouble: the other metrics matter most then. */
const ANSWER_MS = 1000;
/** Several Prometheus servers, each with its own rhythm, cost the database one query in this time. */
const FRESH_MS = 5000;

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
  gauge("tree_api_database_size_bytes", "Size of the database on disk.", [], ({ sizeBytes }) => alone(sizeBytes));
}

/** All gauges of a scrape, and scrapes shortly after each other, share one answer, or one failure. */
function remembered(read: () => Promise<Stock>): () => Promise<Stock> {
  let answer: Promise<Stock> | undefined;
  let readAt = 0;
  return () => {
    if (!answer || performance.now() - readAt > FRESH_MS) {
      readAt = performance.now();
      answer = answeredWithin(ANSWER_MS, read());
    }
    return answer;
  };
}
