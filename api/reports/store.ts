import { and, eq } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { gifts, reports } from "../db/schema.ts";
import type { NewReport } from "./shapes.ts";

export type ReportStore = ReturnType<typeof reportStore>;

export function reportStore(database: Database) {
  return {
    async keep(id: string, { shareCode, messageId, reason, details }: NewReport): Promise<void> {
      await database.insert(reports).values({ id, shareCode, giftId: messageId, reason, details });
    },

    async hangsOnTree(shareCode: string, giftId: string): Promise<boolean> {
      const found = await database
        .select({ id: gifts.id })
        .from(gifts)
        .where(and(eq(gifts.shareCode, shareCode), eq(gifts.id, giftId)));
      return found.length > 0;
    },
  };
}
