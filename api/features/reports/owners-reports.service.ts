import { ApiError, type FieldErrorReason } from "#contract/errors";
import type { Session } from "../../platform/db/hold-owner.ts";
import type { Sealing } from "../../platform/encryption/sealing.ts";
import type { Tools } from "../../platform/tools.ts";
import { uuidIn } from "../../platform/uuid.ts";
import type { TreeStore } from "../trees/trees.store.ts";
import type { OwnersReportStore } from "./owners-reports.store.ts";
import type { OwnersReport } from "./reports.schemas.ts";
import type { ReportReceipt } from "./reports.service.ts";

export type OwnersReportService = ReturnType<typeof ownersReportService>;

type Dependencies = Tools & { store: OwnersReportStore; trees: TreeStore; sealing: Sealing };

/**
 * Handles owners' reports about gifts on their own trees. Only owners may include a message's text for moderators,
 * and only one that they can read.
 */
export function ownersReportService({ store, trees, sealing, clock }: Dependencies) {
  return {
    /**
     * Stores a report of one gift. A repeat returns the first report; a text that only the repeat includes is added
     * to it.
     */
    async receive(code: string, by: Session, messageId: string, report: OwnersReport): Promise<ReportReceipt> {
      const { includesText, reason, details } = report;
      const giftId = uuidIn(messageId);
      const now = clock();
      await trees.findOfOwner(code, by.ownerId);
      const message = giftId ? await store.messageOf(code, by.ownerId, giftId, now) : undefined;
      if (!giftId || !message) throw new ApiError("message_not_found");
      const { sealedText, treeKey } = message;
      if (includesText && !sealedText) throw cannotInclude("not_open_yet");

      const seal = includesText && treeKey ? await sealing.toOpen(code, treeKey) : null;
      const text = (sealedText && seal?.open("text", giftId, sealedText)) ?? null;
      if (includesText && (seal === null || text === null)) throw cannotInclude("damaged");

      const sealed = (id: string) => (seal && text !== null ? seal.seal("reported text", id, text) : null);
      const id = await store.keep(by, { shareCode: code, giftId, reason, details }, sealed, now);
      return { id, status: "received" };
    },
  };
}

function cannotInclude(reason: FieldErrorReason): ApiError {
  return new ApiError("validation_failed", [{ field: "includesText", reason }]);
}
