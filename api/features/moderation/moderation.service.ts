import { ApiError } from "#contract/errors";
import type { ActReason, DoneAct, ModeratorMails, QueueEntry, QueuePage, WaitingReport } from "#contract/moderation";
import type { Log } from "../../../shared/observability/log.ts";
import type { Session } from "../../platform/db/hold-owner.ts";
import type { Sealing } from "../../platform/encryption/sealing.ts";
import { cursorBelow, type PageRequest } from "../../platform/paging.ts";
import type { ActStore, StoredAct } from "./acts.store.ts";
import { type ModeratorStore, OPERATOR_ID } from "./moderators.store.ts";
import { cursorAfter, type QueuePlace, type QueueStore, type StoredReport, type WaitingTarget } from "./queue.store.ts";

export type HistoryPage = { next: string | null; limit: number };
export type ModerationService = ReturnType<typeof moderationService>;
type Dependencies = { moderators: ModeratorStore; queue: QueueStore; acts: ActStore; sealing: Sealing; log: Log };
type Key = { keyId: string | null; wrapped: Buffer | null } | null;

/** What moderators see: the queue and the history. */
export function moderationService({ moderators, queue, acts, sealing, log }: Dependencies) {
  /** Opens what was sealed for moderators: a note, or a text included in an owner's report. */
  async function open(field: "note" | "reported text", shareCode: string, key: Key, id: string, sealed: Buffer | null) {
    if (sealed === null) return null;
    const { keyId, wrapped } = key ?? {};
    const opened =
      keyId && wrapped ? (await sealing.toOpen(shareCode, { keyId, wrapped }))?.open(field, id, sealed) : null;
    if (opened === null || opened === undefined)
      log.error("cannot decrypt a note or a reported text: it or its tree's key is damaged", { field });
    return opened ?? null;
  }

  const showReport = async (target: WaitingTarget, report: StoredReport): Promise<WaitingReport> => ({
    id: report.id,
    reason: report.reason,
    // The wording could reveal to an owner who reported them.
    details: target.isOwn ? null : report.details,
    createdAt: report.createdAt,
    isOwners: report.isOwners,
    // Its owner reads it from the opening day on, in the list of their gifts.
    text: target.isOwn ? null : await open("reported text", target.shareCode, target, report.id, report.sealedText),
  });

  return {
    /** Returns the id under which an owner moderates, or undefined if they do not. */
    roleOf: moderators.whoIs,

    mails: async (moderatorId: string): Promise<ModeratorMails> => ({ isOn: await moderators.hasMails(moderatorId) }),

    async changeMails(by: Session, { isOn }: ModeratorMails): Promise<ModeratorMails> {
      if (!(await moderators.changeMails(by, isOn))) throw new ApiError("last_to_hear");
      return { isOn };
    },

    /** Returns one page of the queue. */
    async queue(
      limit: number,
      after: QueuePlace | null,
      moderatorId: string,
    ): Promise<{ entries: QueueEntry[]; page: QueuePage }> {
      const [{ targets, last }, total] = await Promise.all([queue.list(limit, after, moderatorId), queue.total()]);
      return {
        entries: await Promise.all(
          targets.map(async (target) => ({
            ...showTarget(target),
            reports: await Promise.all((await queue.reportsOn(target)).map((report) => showReport(target, report))),
          })),
        ),
        page: { ...total, limit, next: last && cursorAfter(last) },
      };
    },

    /** Returns one page of past acts, newest first. */
    async history({ limit, below }: PageRequest, moderatorId: string): Promise<{ acts: DoneAct[]; page: HistoryPage }> {
      const found = await acts.list({ limit: limit + 1, below }, moderatorId);
      const shown = found.slice(0, limit);
      const last = shown.at(-1)?.act.position;
      return {
        acts: await Promise.all(
          shown.map(async (row) => ({
            ...showAct(row),
            // It may quote what `showReport` hides.
            note:
              row.isOwn || row.act.shareCode === null
                ? null
                : await open("note", row.act.shareCode, row.treeKey, row.act.id, row.act.sealedNote),
          })),
        ),
        page: { limit, next: found.length > limit && last ? cursorBelow(last) : null },
      };
    },
  };
}

/** Keys and what there is of a gift are read beside the tree; all the rest is shown as it is. */
function showTarget({ keyId, wrapped, ...target }: WaitingTarget): Omit<QueueEntry, "reports"> {
  const { giftId, giftAssetId, senderName, hungOn, giftTakenDownFor, ...seen } = target;
  const gift =
    giftId && giftAssetId && hungOn
      ? { id: giftId, giftAssetId, senderName, createdAt: hungOn, takenDownFor: giftTakenDownFor }
      : null;
  return { ...seen, gift };
}

function showAct({ act, moderator, treeName, giftAssetId, isUndone, isOwn }: StoredAct): Omit<DoneAct, "note"> {
  const isThere = treeName !== null && (act.giftId === null || giftAssetId !== null);
  return {
    id: act.id,
    act: act.act,
    reason: act.reason as ActReason,
    actedAt: act.actedAt.toISOString(),
    moderator,
    isOperators: act.moderatorId === OPERATOR_ID,
    shareCode: act.shareCode,
    treeName,
    messageId: act.giftId,
    giftAssetId,
    isUndone,
    canUndo: act.act !== "undo" && !isUndone && isThere && !isOwn,
  };
}
