import { asc, count, eq, isNotNull, isNull } from "drizzle-orm";
import type { AppealField, Severity } from "#contract/appeals";
import type { Database, Transaction } from "../../platform/db/client.ts";
import { holdModerator, type Session, transactionOf } from "../../platform/db/hold-owner.ts";
import { appeals, messageKeys } from "../../platform/db/schema.ts";

export type Appeal = {
  id: string;
  field: AppealField;
  language: string;
  severity: Severity;
  keyId: string | null;
  sealedText: Buffer | null;
};
export type AppealStore = ReturnType<typeof appealStore>;

export function appealStore(database: Database) {
  return {
    /** Stores an appeal. Returns false if its message key was retired meanwhile. */
    async keep(appeal: Appeal, now: Date, within: Transaction): Promise<boolean> {
      if (appeal.keyId !== null) {
        // A key that is being retired (rotate.ts) is waited for, and then missing.
        const isKey = eq(messageKeys.id, appeal.keyId);
        const [key] = await within.select().from(messageKeys).where(isKey).for("key share");
        if (!key) return false;
      }
      await within.insert(appeals).values({ ...appeal, createdAt: now });
      return true;
    },

    oldestTexts: (limit: number) =>
      database
        .select()
        .from(appeals)
        .where(isNotNull(appeals.sealedText))
        .orderBy(asc(appeals.createdAt), asc(appeals.id))
        .limit(limit),

    countTexts: async (within: Pick<Database, "select"> = database): Promise<number> => {
      const [row] = await within.select({ amount: count() }).from(appeals).where(isNotNull(appeals.sealedText));
      return row?.amount ?? 0;
    },

    countOthers: () =>
      database
        .select({
          field: appeals.field,
          language: appeals.language,
          severity: appeals.severity,
          amount: count(),
        })
        .from(appeals)
        .where(isNull(appeals.sealedText))
        .groupBy(appeals.language, appeals.severity, appeals.field)
        .orderBy(asc(appeals.language), asc(appeals.severity), asc(appeals.field)),

    delete: async (id: string, by: Session): Promise<void> => {
      await transactionOf(database, by.ownerId, async (within) => {
        await holdModerator(within, by);
        await within.delete(appeals).where(eq(appeals.id, id));
      });
    },
  };
}
