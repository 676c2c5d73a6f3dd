import { Refusal } from "#contract/errors";
import type { TreeStore } from "../trees/store.ts";
import type { NewReport } from "./shapes.ts";
import type { ReportStore } from "./store.ts";

export type ReportReceipt = { id: string; status: "received" };
export type ReportService = ReturnType<typeof reportService>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function reportService(store: ReportStore, trees: TreeStore) {
  return {
    async receive(report: NewReport): Promise<ReportReceipt> {
      const { shareCode, messageId } = report;
      if (!(await trees.find(shareCode))) throw new Refusal("tree_not_found");
      // An id is opaque to those outside: one of another shape is just one we do not know.
      if (messageId !== undefined && !(UUID.test(messageId) && (await store.hangsOnTree(shareCode, messageId)))) {
        throw new Refusal("message_not_found");
      }
      const id = crypto.randomUUID();
      await store.keep(id, report);
      return { id, status: "received" };
    },
  };
}
