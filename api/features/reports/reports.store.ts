import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Database, Transaction } from "../../platform/db/client.ts";
import { gifts, isAsUrgentAs, reports } from "../../platform/db/schema.ts";
import type { NewReport } from "./reports.schemas.ts";

export type ReportStore = ReturnType<typeof reportStore>;

export function reportStore(database: Database) {
  return {
    /** Stores a report, unless the same reporter's was stored concurrently; returns whether it did. */
    async keep(id: string, report: NewReport, reporterHash: string, now: Date, within: Transaction) {
      const { shareCode, messageId, reason, details } = report;
      const row = { id, shareCode, giftId: messageId, reason, details, reporterHash, createdAt: now };
      const inserted = await within.insert(reports).values(row).onConflictDoNothing().returning({ id: reports.id });
      return inserted.length > 0;
    },

    /** Returns the report by one of these hashes on the same target and with the same urgency, if there is one. */
    async findBy(
      hashes: readonly string[],
      { shareCode, messageId, reason }: NewReport,
      within: Transaction,
    ): Promise<{ id: string } | undefined> {
      const isTarget = messageId === undefined ? isNull(reports.giftId) : eq(reports.giftId, messageId);
      const [found] = await within
        .select({ id: reports.id })
        .from(reports)
        .where(
          and(
            eq(reports.shareCode, shareCode),
            isTarget,
            inArray(reports.reporterHash, [...hashes]),
            isAsUrgentAs(reason),
          ),
        );
      return found;
    },

    async hangsOnTree(shareCode: string, giftId: string, within: Transaction = database): Promise<boolean> {
      const found = await within
        .select({ id: gifts.id })
        .from(gifts)
        .where(and(eq(gifts.shareCode, shareCode), eq(gifts.id, giftId), isNull(gifts.takenDownFor)));
      return found.length > 0;
    },
  };
}
