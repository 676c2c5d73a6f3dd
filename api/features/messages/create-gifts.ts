import { LRUCache } from "lru-cache";
import { ApiError, type FieldError } from "#contract/errors";
import type { GiftReceipt } from "#contract/messages";
import { dayIn, endOfDay, eveningAfter } from "../../../shared/time-zones.ts";
import { batchWithFallback } from "../../platform/batching/batch-with-fallback.ts";
import { type Result, resultLater, resultOf, type Settling } from "../../platform/batching/batcher.ts";
import type { Sealing, TreeSeal } from "../../platform/encryption/service.ts";
import type { Claim, Idempotency, Repeater } from "../../platform/idempotency/service.ts";
import type { RateLimitRequest, RateLimitStatus, RateLimits } from "../../platform/rate-limits/service.ts";
import type { Freshness } from "../trees/freshness.ts";
import type { NewGift } from "./schemas.ts";
import type { GiftOutcome, GiftToCreate, MessageStore, SealedGift } from "./store.ts";

/** A gift to create, checked as far as possible without the database. */
export type Post = {
  gift: NewGift;
  /** How many people the sender was told will read the message; undefined if they were not. */
  sender: Repeater;
  /** Fields with offensive words: such a gift counts against its quotas, but is not created. */
  fieldErrors: readonly FieldError[];
};
/**
 * A receipt, and the second by which the gift was left (Unix time). A repeat gets the receipt of the first request, and
 * this second or the end of that day: more is not stored.
 */
export type Left = { receipt: GiftReceipt; leftAt: number; isRepeat: boolean };
/** Null if the words were rejected; and what is left of the sender's quotas. */
export type Posted = { left: Left | null; statuses: RateLimitStatus[] };
/** A gift with everything prepared that can be: the whole batch would wait for it. */
type Ready = Post & { claim: Claim | null; sealed: Result<SealedGift>; tries: number };

type Dependencies = {
  store: MessageStore;
  freshness: Freshness;
  limits: RateLimits;
  idempotency: Idempotency;
  sealing: Sealing;
};

const ROUTE = "POST /v1/messages";
/**
 * The second batch works while the first is being committed. A batch costs about as much as four gifts, however small
 * it is, so it waits up to 6 ms for more.
 */
const BATCHES = { groupMax: 64, groupsAtOnce: 2, waitingMax: 2000, patienceMs: 6 };
/** How long a batch waits for a locked tree or counter. Gifts for that tree are then retried with the longer wait. */
const BATCH_LOCK_WAIT_MS = 200;
const LOCK_WAIT_MS = 5000;
const SEALING_TRIES = 3;
const TREES_REMEMBERED = 2 ** 16;

/**
 * Returns a function that creates gifts. Concurrent ones share one call of `leave_gifts` and one transaction; each
 * gets its own result when it is committed. If the call as a whole fails, they are retried per tree, and then one by
 * one.
 */
export function createGifts({
  store,
  freshness,
  limits,
  idempotency,
  sealing,
}: Dependencies): (post: Post) => Promise<Posted> {
  const codeOf = ({ gift }: Ready) => gift.shareCode;
  const { ask, ofOneKey } = batchWithFallback<Ready, Posted>(
    codeOf,
    (posts, isPatient) =>
      freshness.changing(posts.map(codeOf), leave(posts, isPatient ? LOCK_WAIT_MS : BATCH_LOCK_WAIT_MS)),
    BATCHES,
  );

  /** A tree never changes its time zone. */
  const zones = new LRUCache<string, string>({ max: TREES_REMEMBERED });

  async function learnZones(codes: readonly string[]): Promise<void> {
    const unknown = [...new Set(codes.filter((code) => !zones.has(code)))];
    if (unknown.length === 0) return;
    for (const [code, zone] of await store.timeZonesOf(unknown)) zones.set(code, zone);
  }

  async function leave(posts: readonly Ready[], lockWaitMs: number): Promise<Settling<Posted>[]> {
    const { counters, limitStatusesOf } = limits.batch(posts.map(quotasOf));
    const since = idempotency.keptSince();
    await learnZones(posts.map(codeOf));
    const now = new Date(counters.now);
    const leaving = posts.map((post) => ({ ...leavingOf(post), here: hereIn(zones.get(codeOf(post)), now) }));
    const left = await store.leave(leaving, { counters, since, lockWaitMs });
    const statuses = limitStatusesOf(left.counters, left.outcomes.map(isCounted));
    return posts.map((post, i) => {
      const outcome = left.outcomes[i];
      if (!outcome) return { error: new Error("no outcome for a gift in the batch") };
      const limitStatus = statuses[i];
      // A gift with a wrong key gave back what made this one exceed the quota, so try this one again as well.
      const isInDoubt = outcome[0] === "over_quota" && !(limitStatus && "error" in limitStatus);
      if (outcome[0] === "wrong_key" || isInDoubt) return sealAgain(post);
      return resultOf(() => answerTo(post, outcome, counters.now, limitStatus));
    });
  }

  function answerTo(
    post: Ready,
    outcome: GiftOutcome,
    nowMs: number,
    limitStatus: Result<RateLimitStatus[]> = { value: [] },
  ): Posted {
    const { gift, claim, sealed, fieldErrors } = post;
    const { shareCode, giftAssetId } = gift;
    if (outcome[0] === "in_progress") throw new ApiError("idempotency_in_progress");
    if (outcome[0] === "repeat") {
      const [, bodyHash, { id, createdAt, giftCount }, leftAt] = outcome;
      if (!claim || !idempotency.isSameBody(claim, bodyHash)) throw new ApiError("idempotency_key_reused");
      // Same body, so the tree and the gift are the same.
      const receipt = { id, shareCode, giftAssetId, createdAt, giftCount };
      return { left: { receipt, leftAt, isRepeat: true }, statuses: [] };
    }
    if ("error" in limitStatus) throw limitStatus.error;
    if (fieldErrors.length > 0) return { left: null, statuses: limitStatus.value };
    if ("error" in sealed) throw sealed.error;
    if (outcome[0] === "unknown_tree") throw new ApiError("tree_not_found");
    if (outcome[0] === "paused") throw new ApiError("tree_paused");
    if (outcome[0] !== "created") {
      // Names the outcomes that cannot occur here, so that a new one must be mapped to an error above.
      const impossible: "over_quota" | "refused" | "wrong_key" = outcome[0];
      throw new Error(`a gift was not created: ${impossible}`);
    }
    const [, giftCount, createdAt] = outcome;
    const receipt = { id: sealed.value.id, shareCode, giftAssetId, createdAt, giftCount };
    const left = { receipt, leftAt: Math.floor(nowMs / 1000), isRepeat: false };
    return { left, statuses: limitStatus.value };
  }

  /** Seals again: the tree's key was rewrapped meanwhile, or never stored. */
  function sealAgain(post: Ready): Settling<Posted> {
    if (post.tries === SEALING_TRIES) return { error: new ApiError("service_unavailable") };
    sealing.forget(post.gift.shareCode);
    const posted = sealedNow({ ...post, tries: post.tries + 1 }).then(ofOneKey);
    // The batch awaits it a moment later; until then a rejection must not count as unhandled.
    posted.catch(() => {});
    return posted;
  }
  async function sealedNow<Sent extends Post>(post: Sent): Promise<Sent & { sealed: Result<SealedGift> }> {
    const seal = await resultLater(sealing.toSeal(post.gift.shareCode));
    return { ...post, sealed: resultOf(() => sealedWith(seal, post.gift)) };
  }

  return async (post) => {
    const claim = idempotency.claim(ROUTE, post.sender, post.gift);
    return ask({ ...(await sealedNow(post)), claim, tries: 1 });
  };
}

/** Returns the quotas that a gift counts against. */
export const quotasOf = ({ gift, sender }: Pick<Post, "gift" | "sender">): RateLimitRequest[] => [
  { policy: "postsPerAddress", keys: sender.caller.countedAs },
  { policy: "postsPerTree", keys: [gift.shareCode] },
  { policy: "coolDownPerAddress", keys: sender.caller.countedAs, cost: 0 },
];

const leavingOf = ({ claim, sealed, fieldErrors }: Ready) => ({
  claim,
  gift: fieldErrors.length === 0 && "value" in sealed ? sealed.value : null,
});

function hereIn(timeZone: string | undefined, now: Date): GiftToCreate["here"] {
  if (timeZone === undefined) return null;
  const hungOn = dayIn(timeZone, now);
  return { hungOn, dayEnds: endOfDay(hungOn, timeZone), evening: eveningAfter(now, timeZone) };
}

const isCounted = ([kind]: GiftOutcome): boolean =>
  kind !== "in_progress" && kind !== "repeat" && kind !== "over_quota" && kind !== "wrong_key";

function sealedWith(seal: Result<TreeSeal | undefined>, gift: NewGift): SealedGift {
  if ("error" in seal) throw seal.error;
  if (!seal.value) throw new ApiError("tree_not_found");
  const { shareCode, giftAssetId, senderName, message, showSenderName } = gift;
  // Random, not time-ordered: an id that reveals the time could identify its sender.
  const id = crypto.randomUUID();
  return {
    id,
    shareCode,
    giftAssetId,
    shownName: showSenderName ? senderName : null,
    sealedSenderName: seal.value.seal("sender name", id, senderName),
    sealedText: seal.value.seal("text", id, message),
    wrappedKey: seal.value.wrapped,
  };
}
