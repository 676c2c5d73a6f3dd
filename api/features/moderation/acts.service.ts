import { ApiError } from "#contract/errors";
import type { ModerationAct } from "#contract/moderation";
import type { Session } from "../../platform/db/hold-owner.ts";
import type { Sealing } from "../../platform/encryption/sealing.ts";
import { repeaterOf } from "../../platform/idempotency/idempotency.ts";
import type { Tools } from "../../platform/tools.ts";
import type { ActStore, NewAct, Transaction } from "./acts.store.ts";
import type { ActRequest, Decision, UndoRequest } from "./moderation.schemas.ts";
import { OPERATOR_ID } from "./moderators.store.ts";

export type ActReceipt = { id: string; act: ModerationAct; shareCode: string; messageId: string | null };
export type ActService = ReturnType<typeof actService>;
/** An act that is carried out, and what its tree's owner is told. */
type Done = { receipt: ActReceipt; news: Omit<Parameters<ActStore["tellOwner"]>[1], "now"> | null };
type Dependencies = Pick<Tools, "freshness" | "clock" | "idempotency"> & { store: ActStore; sealing: Sealing };

const SEALING_TRIES = 3;

/** Carries out moderators' acts, each in one transaction with its history entry. */
export function actService({ store, freshness, sealing, clock, idempotency }: Dependencies) {
  async function decide(moderatorId: string, request: Decision, within: Transaction): Promise<Done> {
    const { act, shareCode, reason } = request;
    const reported = ("messageId" in request && request.messageId) || null;
    await holdForeignTree(shareCode, moderatorId, within);
    // Another moderator may have decided while this request waited for the lock. The operator needs no report.
    if (moderatorId !== OPERATOR_ID && !(await store.waits(shareCode, reported, within)))
      throw new ApiError("already_decided");
    const id = crypto.randomUUID();
    const giftId = act === "take_down_tree" ? null : reported;
    await write({ id, moderatorId, act, shareCode, giftId, reason, actedAt: clock() }, request.note, within);
    await orElseDecided(carryOut(id, request, reported, within));
    const news = act === "take_down_tree" ? { kind: "tree_taken_down" as const, reason } : null;
    return { receipt: { id, act, shareCode, messageId: giftId }, news };
  }

  /** Locks the tree. Moderators may not decide about their own trees or gifts on them, nor undo decisions there. */
  async function holdForeignTree(shareCode: string, moderatorId: string, within: Transaction): Promise<void> {
    const tree = await store.holdTree(shareCode, moderatorId, within);
    if (!tree) throw new ApiError("already_decided");
    if (tree.isOwn) throw new ApiError("own_tree");
  }

  async function carryOut(id: string, request: Decision, reported: string | null, within: Transaction) {
    const { shareCode } = request;
    if (request.act === "dismiss") {
      return (await store.answer(id, shareCode, reported, request.seen ?? null, within)) > 0;
    }
    if (request.act === "take_down_gift") {
      await store.answer(id, shareCode, reported, null, within);
      return store.markGift(shareCode, request.messageId, request.reason, within);
    }
    if (request.act === "take_down_thanks") {
      await store.answer(id, shareCode, null, null, within);
      return store.markTree(shareCode, "thanksTakenDownFor", request.reason, within);
    }
    await store.answerAllOn(id, shareCode, within);
    return store.markTree(shareCode, "takenDownFor", request.reason, within);
  }

  /** Restores the state before an act: what was hidden shows again, and its reports return to the queue. */
  async function undo(moderatorId: string, request: UndoRequest, within: Transaction): Promise<Done> {
    const undone = await store.find(request.undoes, within);
    if (!undone?.shareCode || undone.act === "undo") throw new ApiError("act_not_found");
    const { act, shareCode, giftId } = undone;
    await holdForeignTree(shareCode, moderatorId, within);
    const id = crypto.randomUUID();
    const { undoes, reason, note } = request;
    await write({ id, moderatorId, act: "undo", shareCode, giftId, undoes, reason, actedAt: clock() }, note, within);
    if (act === "take_down_gift") await orElseDecided(store.markGift(shareCode, giftId ?? "", null, within));
    if (act === "take_down_thanks") await orElseDecided(store.markTree(shareCode, "thanksTakenDownFor", null, within));
    if (act === "take_down_tree") await orElseDecided(store.markTree(shareCode, "takenDownFor", null, within));
    await store.askAgain(undone.id, shareCode, within);
    const news = act === "take_down_tree" ? { kind: "tree_restored" as const } : null;
    return { receipt: { id, act: "undo", shareCode, messageId: giftId }, news };
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
        const { receipt, news } = await (request.act === "undo"
          ? undo(moderatorId, request, within)
          : decide(moderatorId, request, within));
        if (news && !isOneOfMany) await store.tellOwner([receipt.shareCode], { ...news, now: clock() }, within);
        return receipt;
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
