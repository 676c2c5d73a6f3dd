import { Refusal } from "#contract/errors";
import type { Clock } from "../clock.ts";
import type { Idempotency, Repeater } from "../idempotency/service.ts";
import type { Transaction } from "../idempotency/store.ts";
import type { RateLimits, Standing } from "../rate-limits/service.ts";
import type { TreeStore } from "../trees/store.ts";
import { uuidIn } from "../uuid.ts";
import type { NewReport } from "./shapes.ts";
import type { ReportStore } from "./store.ts";

export type ReportReceipt = { id: string; status: "received" };
export type ReportService = ReturnType<typeof reportService>;

type Rooms = { store: ReportStore; trees: TreeStore; clock: Clock; limits: RateLimits; idempotency: Idempotency };

export function reportService({ store, trees, clock, limits, idempotency }: Rooms) {
  // In the transaction where there is one: asking beside it, reports that come at once would wait for each other's connections.
  async function refuseUnknownTarget({ shareCode, messageId }: NewReport, within?: Transaction): Promise<void> {
    if (!(await trees.find(shareCode, within))) throw new Refusal("tree_not_found");
    // An id is opaque to those outside: one of another shape is just one we do not know.
    if (messageId === undefined) return;
    const giftId = uuidIn(messageId);
    if (!giftId || !(await store.hangsOnTree(shareCode, giftId, within))) throw new Refusal("message_not_found");
  }

  return {
    /** Takes a report for review. Who reports the same thing again gets the first report's receipt. */
    async receive(report: NewReport, reporter: Repeater): Promise<{ receipt: ReportReceipt; standings: Standing[] }> {
      const { hash, hashes, countedAs } = reporter.caller;
      let standings: Standing[] = [];
      const receipt = await idempotency.once("POST /v1/reports", reporter, report, async (transaction) => {
        standings = await limits.take([
          { policy: "reportsPerAddress", keys: countedAs },
          { policy: "reportsPerTree", keys: [report.shareCode] },
        ]);
        await refuseUnknownTarget(report, transaction);
        const known = await store.findBy(hashes, report, transaction);
        if (known) return { id: known.id, status: "received" as const };
        const id = crypto.randomUUID();
        const isFirst = await store.keep(id, report, hash, clock(), transaction);
        const kept = isFirst ? { id } : await store.findBy(hashes, report, transaction);
        return { id: kept?.id ?? id, status: "received" as const };
      });
      return { receipt, standings };
    },
  };
}
