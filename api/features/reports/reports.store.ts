import { and, eq, inArray, isNull } from "drizzle-orm";
import type { ReportReason } from "#contract/reports";
import type { Database, Transaction } from "../../platform/db/client.ts";
import { type Session, writeFor } from "../../platform/db/hold-owner.ts";
import { readableText } from "../../platform/db/may-read.ts";
import { gifts, isAsUrgentAs, messages, reports, treeKeys, trees } from "../../platform/db/schema.ts";
import type { NewReport } from "./reports.schemas.ts";

/** Reporter of an owner's report: it identifies nobody. */
const BY_OWNER = "owner";

type Kept = { reporterHash: string; sealedText: Buffer | undefined; createdAt: Date };
type NewOwnersReport = { shareCode: string; giftId: string; reason: ReportReason; details?: string };

export type ReportStore = ReturnType<typeof reportStore>;

export function reportStore(database: Database) {
  return {
    /** Stores a report, unless the same reporter's was stored concurrently; returns whether it did. */
    async keep(id: string, report: NewReport, kept: Kept, within: Transaction) {
      const { shareCode, messageId, reason, details } = report;
      const row = { id, shareCode, giftId: messageId, reason, details, ...kept };
      const inserted = await within.insert(reports).values(row).onConflictDoNothing();
      return inserted.count > 0;
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

    /**
     * Returns a message on an owner's tree that is theirs to read, with the tree's key. The text is only selected from
     * the opening day on.
     */
    async messageOf(code: string, owner: string, giftId: string, now: Date) {
      const isTheirs = and(eq(trees.shareCode, gifts.shareCode), eq(trees.ownerId, owner));
      const [found] = await database
        .select({
          sealedText: readableText(owner, now.toISOString()),
          treeKey: { keyId: treeKeys.keyId, wrapped: treeKeys.wrapped },
        })
        .from(gifts)
        .innerJoin(trees, isTheirs)
        .innerJoin(messages, and(eq(messages.shareCode, gifts.shareCode), eq(messages.giftId, gifts.id)))
        .leftJoin(treeKeys, eq(treeKeys.shareCode, gifts.shareCode))
        .where(and(eq(gifts.shareCode, code), eq(gifts.id, giftId)));
      return found;
    },

    /**
     * Stores the owner's report of a gift, and returns its id, or the id of an earlier one. Adds the message's text,
     * sealed for that report; an existing text stays. A decided report then returns to the queue, because with a text it
     * is a different report.
     */
    keepOwners: (
      by: Session,
      report: NewOwnersReport,
      sealedFor: (id: string) => Buffer | null,
      now: Date,
    ): Promise<string> =>
      writeFor(database, by, async (within) => {
        const row = { ...report, id: crypto.randomUUID(), reporterHash: BY_OWNER, isOwners: true, createdAt: now };
        const added = await within.insert(reports).values(row).onConflictDoNothing().returning({ id: reports.id });
        const isTheirs = and(
          eq(reports.shareCode, report.shareCode),
          eq(reports.giftId, report.giftId),
          eq(reports.reporterHash, BY_OWNER),
          isAsUrgentAs(report.reason),
        );
        const [kept] = added.length > 0 ? added : await within.select({ id: reports.id }).from(reports).where(isTheirs);
        const { id } = kept ?? row;
        const sealedText = sealedFor(id);
        const hasNone = and(eq(reports.shareCode, report.shareCode), eq(reports.id, id), isNull(reports.sealedText));
        if (sealedText) await within.update(reports).set({ sealedText, actId: null }).where(hasNone);
        return id;
      }),
  };
}
