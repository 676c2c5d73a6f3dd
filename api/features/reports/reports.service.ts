import { ApiError, type FieldErrorReason } from "#contract/errors";
import { uuidIn } from "#contract/ids";
import { URGENT_REASONS } from "#contract/moderation";
import type { Caller } from "../../platform/client-identity/callers.store.ts";
import type { Session } from "../../platform/db/hold-owner.ts";
import type { Sealing } from "../../platform/encryption/sealing.ts";
import type { Transaction } from "../../platform/idempotency/idempotency.store.ts";
import type { Repeater } from "../../platform/idempotency/idempotency.ts";
import type { RateLimitRequest, RateLimitStatus } from "../../platform/rate-limits/rate-limits.ts";
import type { Tools } from "../../platform/tools.ts";
import type { TreeStore } from "../trees/trees.store.ts";
import type { NewReport, OwnersReport } from "./reports.schemas.ts";
import type { ReportStore } from "./reports.store.ts";

export type ReportReceipt = { id: string; status: "received" };
/** A line that its reader shows to moderators: whose report it is, and the text sealed for a report by its id. */
export type ReportedLine = { reporterHash: string; sealedFor: (report: string) => Buffer };
export type ReportService = ReturnType<typeof reportService>;

type Dependencies = Tools & { store: ReportStore; trees: TreeStore; sealing: Sealing };

export function reportService({ store, trees, sealing, clock, limits, idempotency }: Dependencies) {
  // Query within the transaction: outside of it, concurrent reports would wait for each other's connections.
  async function refuseUnknownTarget({ shareCode, messageId }: NewReport, within: Transaction): Promise<void> {
    if (!(await trees.find(shareCode, within))) throw new ApiError("tree_not_found");
    // Ids are opaque to clients: one of another format is simply unknown.
    if (messageId === undefined) return;
    const giftId = uuidIn(messageId);
    if (!giftId || !(await store.hangsOnTree(shareCode, giftId, within))) throw new ApiError("message_not_found");
  }

  return {
    /**
     * Accepts a report for review. A repeat of the same report gets the first one's receipt. `line` is what the tree's owner
     * replied, in its sender's report.
     */
    async receive(
      report: NewReport,
      reporter: Repeater,
      line?: ReportedLine,
    ): Promise<{ receipt: ReportReceipt; statuses: RateLimitStatus[] }> {
      const { caller } = reporter;
      const by = line ? { hash: line.reporterHash, hashes: [line.reporterHash] } : caller;
      const { ofAddress, ofTree } = quotasFor(report, caller);
      const statuses: RateLimitStatus[] = [];
      const takeQuotas = async () => void statuses.push(...(await limits.take(ofAddress)));
      const work = async (transaction: Transaction): Promise<string> => {
        await refuseUnknownTarget(report, transaction);
        const known = await store.findBy(by.hashes, report, transaction);
        if (known) return known.id;
        const newId = crypto.randomUUID();
        const kept = { reporterHash: by.hash, sealedText: line?.sealedFor(newId), createdAt: clock() };
        if (await store.keep(newId, report, kept, transaction)) {
          // Taken in the same transaction: a report that is not stored, such as the loser of a race, uses up none of
          // the tree's quota.
          statuses.push(...(await limits.take(ofTree, transaction)));
          return newId;
        }
        return (await store.findBy(by.hashes, report, transaction))?.id ?? newId;
      };
      const id = await idempotency.once("POST /v1/reports", reporter, report, work, { takeQuotas });
      return { receipt: { id, status: "received" }, statuses };
    },

    /**
     * Stores an owner's report of a gift on their own tree. Only owners may include a message's text for moderators, and
     * only one that they can read. A repeat returns the first report; a text that only the repeat includes is added
     * to it.
     */
    async receiveOwners(code: string, by: Session, messageId: string, report: OwnersReport): Promise<ReportReceipt> {
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
      const id = await store.keepOwners(by, { shareCode: code, giftId, reason, details }, sealed, now);
      return { id, status: "received" };
    },
  };
}

/**
 * Returns the quotas that a report counts against: its address's, and, if it is stored, its tree's, with a share per
 * address.
 */
function quotasFor(
  { shareCode, reason }: NewReport,
  caller: Caller,
): Record<"ofAddress" | "ofTree", RateLimitRequest[]> {
  const { countedAs, networkCountedAs } = caller;
  const isUrgent = URGENT_REASONS.includes(reason);
  // Count by network: one IPv6 subscriber may have thousands of addresses by the usual counting.
  const partOf = networkCountedAs.length > 0 ? networkCountedAs : countedAs;
  const ofBoth = partOf.map((hash) => new Bun.CryptoHasher("sha256", hash).update(shareCode).digest("base64url"));
  return {
    ofAddress: [{ policy: isUrgent ? "urgentReportsPerAddress" : "reportsPerAddress", keys: countedAs }],
    ofTree: [
      { policy: isUrgent ? "urgentReportsPerTreePerAddress" : "reportsPerTreePerAddress", keys: ofBoth },
      { policy: isUrgent ? "urgentReportsPerTree" : "reportsPerTree", keys: [shareCode] },
    ],
  };
}

function cannotInclude(reason: FieldErrorReason): ApiError {
  return new ApiError("validation_failed", [{ field: "includesText", reason }]);
}
