import { LRUCache } from "lru-cache";
import { ApiError } from "#contract/errors";
import type { GiftReceipt } from "#contract/messages";
import { dayIn, endOfDay, eveningAfter } from "../../../shared/time-zones.ts";
import { batcher, type Result, resultOf } from "../../platform/batching/batcher.ts";
import type { Sealing, TreeSeal } from "../../platform/encryption/sealing.ts";
import type { Claim, Repeater } from "../../platform/idempotency/idempotency.ts";
import { type OffensiveField, offencesIn } from "../../platform/moderate-text.ts";
import { OverLimit, type RateLimitRequest, type RateLimitStatus } from "../../platform/rate-limits/rate-limits.ts";
import type { Tools } from "../../platform/tools.ts";
import { isGatheringAt } from "../../platform/tree-moments.ts";
import type { NewGift } from "./gifts.schemas.ts";
import type { HidingService } from "./hiding.service.ts";
import type { GiftOutcome, LeavingStore, SealedGift } from "./leave-gifts.store.ts";
import type { SenderDevice } from "./sender-device.ts";

/**
 * A receipt, and the second by which the gift was left (Unix time). A repeat gets the receipt of the first request, and
 * this second or the end of that day: more is not stored.
 */
export type Left = { receipt: GiftReceipt; leftAt: number; isRepeat: boolean };
/** A gift to leave; or, if a quota refuses it, perhaps a repeat of one that was left. */
type Asked = { gift: NewGift; claim: Claim | null; refusal: OverLimit | null };
type Dependencies = Tools & {
  leaving: LeavingStore;
  hiding: Pick<HidingService, "acceptsMildWords">;
  sealing: Sealing;
  /** Until when everyone's here on a tree, as it was read at most two seconds ago. */
  gathersUntilMs: (code: string) => Promise<number>;
};
/** `device`: the browser that sent the site's form. */
type Sender = Repeater & { device?: SenderDevice | undefined };

const BATCHES = { groupMax: 64, groupsAtOnce: 2, waitingMax: 1000 };
/** A concurrent request may remember again the key that this one has just forgotten, and another rotation may follow. */
const SEALING_TRIES = 5;
const GATHERINGS_REMEMBERED = 10_000;

export function leaveGifts({ leaving, freshness, clock, idempotency, sealing, ...dependencies }: Dependencies) {
  const { limits, words, hiding, gathersUntilMs } = dependencies;
  /** Until when trees gather, as the first gift of each shows that is left, or the first that is refused. None ends sooner. */
  const gatherings = new LRUCache<string, number>({ max: GATHERINGS_REMEMBERED });
  const leaveTogether = batcher<Asked, Left>({
    ...BATCHES,
    keyOf: ({ gift }) => gift.shareCode,
    answerTogether: async (asked) => {
      // What a quota refuses may repeat one that arrived with it.
      const inTurn = [...asked.filter(({ refusal }) => !refusal), ...asked.filter(({ refusal }) => refusal)];
      const { shareCode } = asked[0]?.gift ?? {};
      if (shareCode === undefined) return [];
      const results = await freshness.changing([shareCode], leaveOnTree(shareCode, inTurn));
      return asked.flatMap((each) => results[inTurn.indexOf(each)] ?? []);
    },
  });

  /** Seals gifts for one tree and leaves them; again if its key turns out to have changed meanwhile. */
  async function leaveOnTree(shareCode: string, asked: readonly Asked[]): Promise<Result<Left>[]> {
    for (let tries = 0; tries < SEALING_TRIES; tries += 1) {
      const tree = await sealing.toSeal(shareCode);
      if (!tree) return asked.map(({ refusal }) => ({ error: refusal ?? new ApiError("tree_not_found") }));
      const now = clock();
      const day = dayIn(tree.timeZone, now);
      const here = { day, dayEnds: endOfDay(day, tree.timeZone), evening: eveningAfter(now, tree.timeZone) };
      const sealed = asked.map(({ gift, ...rest }) => ({ ...sealedWith(tree, gift), ...rest }));
      const outcomes = await leaving.leave(shareCode, tree.wrapped, sealed, {
        ...here,
        since: idempotency.keptSince(),
      });
      if (outcomes)
        return asked.map((each, i) => resultOf(() => answerTo(each, sealed[i]?.id ?? "", outcomes[i], now)));
      sealing.forget(shareCode);
    }
    throw new ApiError("service_unavailable");
  }

  function answerTo({ gift, claim, refusal }: Asked, id: string, outcome: GiftOutcome | undefined, now: Date): Left {
    const { shareCode, giftAssetId } = gift;
    const isRepeat = outcome?.[0] === "repeat";
    switch (outcome?.[0]) {
      case "left": {
        const [, giftCount, createdAt, gathersUntil] = outcome;
        if (gathersUntil) gatherings.set(shareCode, Date.parse(gathersUntil));
        return { receipt: { id, shareCode, giftAssetId, createdAt, giftCount }, leftAt: secondOf(now), isRepeat };
      }
      case "repeat": {
        const [, bodyHash, { id, createdAt, giftCount }, dayEnds] = outcome;
        if (!claim || !idempotency.isSameBody(claim, bodyHash)) throw new ApiError("idempotency_key_reused");
        const leftAt = Math.min(secondOf(new Date(dayEnds)), secondOf(now));
        return { receipt: { id, shareCode, giftAssetId, createdAt, giftCount }, leftAt, isRepeat };
      }
      case "paused":
        throw new ApiError("tree_paused");
      case "unknown_tree":
        throw new ApiError("tree_not_found");
      default:
        throw refusal ?? new Error("no outcome for a gift");
    }
  }

  const isKnownToGather = (code: string) => isGatheringAt(gatherings.get(code) ?? 0, clock());

  async function gathers(code: string): Promise<boolean> {
    if (!isKnownToGather(code)) gatherings.set(code, await gathersUntilMs(code));
    return isKnownToGather(code);
  }

  /** Returns the first answer to a repeat, even if a quota is used up. */
  async function repeated(asked: Asked): Promise<Left | null> {
    if (!asked.claim) return null;
    return leaveTogether(asked).catch((error) => {
      if (error !== asked.refusal) throw error;
      return null;
    });
  }

  /** While everyone's here, a device gets its id at its first refusal, and keeps it to the end of a pause. */
  async function refuse(fields: OffensiveField[], gift: NewGift, sender: Sender): Promise<never> {
    if (!(await gathers(gift.shareCode))) return words.refuse(fields, sender.caller.countedAs, gift);
    const hasId = Boolean(sender.device?.id);
    const policy = hasId ? "rejectionsPerAddress" : "rejectionsPerGathering";
    return words.refuse(fields, guestKeys(gift, sender), gift, policy, (pauses) => {
      if (pauses === hasId) sender.device?.keep();
    });
  }

  return async (gift: NewGift, sender: Sender): Promise<Left & { statuses: RateLimitStatus[] }> => {
    const claim = idempotency.claim("POST /v1/messages", sender, gift);
    const isKnown = isKnownToGather(gift.shareCode);
    let statuses: RateLimitStatus[];
    try {
      statuses = await limits.take(quotasOf(gift, sender, isKnown));
    } catch (refusal) {
      if (!(refusal instanceof OverLimit)) throw refusal;
      const first = await repeated({ gift, claim, refusal });
      if (first) return { ...first, statuses: [] };
      // Whether everyone's here is asked only now: other gifts wait for nothing.
      if (isKnown || !(await gathers(gift.shareCode))) throw refusal;
      statuses = await limits.take(quotasOf(gift, sender, true));
    }
    // Who must wait learns nothing of words, not even by how long an answer takes.
    const offensive = await offensiveFieldsOf(gift, hiding);
    if (offensive.length > 0) await refuse(offensive, gift, sender);
    return { ...(await leaveTogether({ gift, claim, refusal: null })), statuses };
  };
}

/**
 * Returns the quotas of a gift: those of its address and its tree; while everyone's here, the address has a larger one.
 * The pause after refused words is only looked at. An address (of IPv6, its /64) counts as `countedAs`: hashed with the
 * day's key, and just after midnight with yesterday's, too.
 */
const quotasOf = (gift: NewGift, sender: Sender, isGathering: boolean): RateLimitRequest[] => [
  { policy: isGathering ? "postsPerGatheringAddress" : "postsPerAddress", keys: sender.caller.countedAs },
  { policy: "postsPerTree", keys: [gift.shareCode] },
  { policy: "coolDownPerAddress", keys: isGathering ? guestKeys(gift, sender) : sender.caller.countedAs, cost: 0 },
];

/** What a sender pauses as while everyone's here, on this tree alone: their device, or without a cookie all at the address. */
const guestKeys = ({ shareCode }: NewGift, { device, caller }: Sender): string[] =>
  (device?.id ? [device.id] : caller.countedAs).map((sender) =>
    new Bun.CryptoHasher("sha256", sender).update(shareCode).digest("base64url"),
  );

/** Returns the fields to refuse. Mild words in the message are accepted if all who will read it hide them. */
async function offensiveFieldsOf(
  { shareCode, senderName, message }: NewGift,
  hiding: Pick<HidingService, "acceptsMildWords">,
): Promise<OffensiveField[]> {
  const fields = offencesIn({ senderName, message });
  if (!fields.some(isMildMessage) || !(await hiding.acceptsMildWords(shareCode))) return fields;
  return fields.filter((each) => !isMildMessage(each));
}

const isMildMessage = ({ field, offence }: OffensiveField) => field === "message" && offence.severity === "mild";

function sealedWith(seal: TreeSeal, { giftAssetId, senderName, message, showSenderName }: NewGift): SealedGift {
  // Random, not time-ordered: an id that reveals the time could identify its sender.
  const id = crypto.randomUUID();
  const shownName = showSenderName ? senderName : null;
  return {
    id,
    giftAssetId,
    shownName,
    sealedName: seal.seal("sender name", id, senderName),
    sealedText: seal.seal("text", id, message),
  };
}

const secondOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);
