import { ApiError } from "#contract/errors";
import type { ModerationAct } from "#contract/moderation";
import type { Clock } from "../../platform/clock.ts";
import type { Session } from "../../platform/db/hold-owner.ts";
import type { Sealing } from "../../platform/encryption/sealing.ts";
import type { Freshness } from "../../platform/freshness.ts";
import { type Idempotency, repeaterOf } from "../../platform/idempotency/idempotency.ts";
import type { ActStore, NewAct, Transaction } from "./acts.store.ts";
import type { ActRequest, Decision, UndoRequest } from "./moderation.schemas.ts";
import { OPERATOR_ID } from "./operator-id.ts";

export type ActReceipt = { id: string; act: ModerationAct; shareCode: string; messageId: string | null };
export type ActService = ReturnType<typeof actService>;
type Dependencies = { store: ActStore; freshness: Freshness; sealing: Sealing; clock: Clock; idempotency: Idempotency };

const SEALING_TRIES = 3;

/** Carries out moderators' acts, each in one transaction with its history entry. */
export function actService({ store, freshness, sealing, clock, idempotency }: Dependencies) {
  async function decide(
    moderatorId: string,
    request: Decision,
    within: Transaction,
    isOneOfMany: boolean,
  ): Promise<ActReceipt> {
    const { act, shareCode, reason } = request;
    const reported = ("messageId" in request && request.messageId) || null;
    await holdForeignTree(shareCode, moderatorId, within);
    // Another moderator may have decided while this request waited for the lock. The operator needs no report.
    if (moderatorId !== OPERATOR_ID && !(await store.waits(shareCode, reported, within)))
      throw new ApiError("already_decided");
    const id = crypto.randomUUID();
    const giftId = act === "take_down_tree" ? null : reported;
    await write({ id, moderatorId, act, shareCode, giftId, reason, actedAt: clock() }, request.note, within);
    await orElseDecided(carryOut(id, request, reported, within, isOneOfMany));
    return { id, act, shareCode, messageId: giftId };
  }

  /** Locks the tree. Moderators may not decide about their own trees or gifts on them, nor undo decisions there. */
  async function holdForeignTree(shareCode: string, moderatorId: string, within: Transaction): Promise<void> {
    const tree = await store.holdTree(shareCode, moderatorId, within);
    if (!tree) throw new ApiError("already_decided");
    if (tree.isOwn) throw new ApiError("own_tree");
  }

  async function carryOut(
    id: string,
    request: Decision,
    reported: string | null,
    within: Transaction,
    isOneOfMany: boolean,
  ) {
    const { shareCode } = request;
    if (request.act === "dismiss") {
      return (await store.answer(id, shareCode, reported, request.seen ?? null, within)) > 0;
    }
    if (request.act === "take_down_gift") {
      await store.answer(id, shareCode, reported, null, within);
      return store.hideGift(shareCode, request.messageId, request.reason, within);
    }
    if (request.act === "take_down_thanks") {
      await store.answer(id, shareCode, null, null, within);
      return store.hideThanks(shareCode, request.reason, within);
    }
    await store.answerAllOn(id, shareCode, within);
    if (!(await store.hideTree(shareCode, request.reason, within))) return false;
    if (!isOneOfMany)
      await store.tellOwner("tree_taken_down", [shareCode], { reason: request.reason, now: clock() }, within);
    return true;
  }

  /** Restores the state before an act: what was hidden shows again, and its reports return to the queue. */
  async function undo(
    moderatorId: string,
    request: UndoRequest,
    within: Transaction,
    isOneOfMany: boolean,
  ): Promise<ActReceipt> {
    const undone = await store.find(request.undoes, within);
    if (!undone?.shareCode || undone.act === "undo") throw new ApiError("act_not_found");
    const { act, shareCode, giftId } = undone;
    await holdForeignTree(shareCode, moderatorId, within);
    const id = crypto.randomUUID();
    const { undoes, reason, note } = request;
    await write({ id, moderatorId, act: "undo", shareCode, giftId, undoes, reason, actedAt: clock() }, note, within);
    if (act === "take_down_gift") await orElseDecided(store.showGift(shareCode, giftId ?? "", within));
    if (act === "take_down_thanks") await orElseDecided(store.showThanks(shareCode, within));
    if (act === "take_down_tree") {
      await orElseDecided(store.showTree(shareCode, within));
      if (!isOneOfMany) await store.tellOwner("tree_restored", [shareCode], { now: clock() }, within);
    }
    await store.askAgain(undone.id, shareCode, within);
    return { id, act: "undo", shareCode, messageId: giftId };
  }

  async function write(
    act: NewAct & { shareCode: string },
    note: string | undefined,
    within: Transaction,
  ): Promise<void> {
    const sealedNote = note === undefined ? null : await sealNote(act.shareCode, act.id, note, within);
    await orElseDecided(store.write({ ...act, sealedNote }, within));
  }

  /**
   * Seals a note with the tree's key, provided that it is stored: a cached key may belong to a transaction that was
   * rolled back.
   */
  async function sealNote(shareCode: string, id: string, note: string, within: Transaction): Promise<Buffer> {
    for (let tries = 0; tries < SEALING_TRIES; tries += 1) {
      const seal = await sealing.toSeal(shareCode, within);
      if (!seal) throw new ApiError("already_decided");
      if (await store.hasKey(shareCode, seal.wrapped, within)) return seal.seal("note", id, note);
      sealing.forget(shareCode);
    }
    throw new ApiError("service_unavailable");
  }

  return {
    /**
     * Carries out a moderator's act, once per idempotency key. Whoever acts on many trees of an owner tells them once, by
     * `tellOwner`.
     */
    act(
      moderatorId: string,
      request: ActRequest,
      idempotencyKey: string | null,
      { by, isOneOfMany = false }: { by?: Session; isOneOfMany?: boolean } = {},
    ): Promise<ActReceipt> {
      const work = async (within: Transaction) => {
        if (by) await store.holdModerator(within, by);
        return request.act === "undo"
          ? undo(moderatorId, request, within, isOneOfMany)
          : decide(moderatorId, request, within, isOneOfMany);
      };
      const route = `POST /moderation/acts of ${moderatorId}`;
      const repeater = repeaterOf(moderatorId, idempotencyKey);
      const treeIn = ({ shareCode }: { shareCode: string }) => shareCode;
      const once = () => idempotency.once(route, repeater, request, work, { treeIn });
      const act = by ? store.inLine(by.ownerId, once) : once();
      return freshness.changing(request.act === "undo" ? "all" : [request.shareCode], act);
    },
  };
}

async function orElseDecided(isDone: Promise<boolean>): Promise<void> {
  if (!(await isDone)) throw new ApiError("already_decided");
}
