import type { FieldFault } from "#contract/errors";
import { Refusal } from "#contract/errors";
import type { Clock } from "../clock.ts";
import { type Claim, claimOf, type Idempotency, type Repeater } from "../idempotency/service.ts";
import type { RateLimits, Standing, Wanted } from "../rate-limits/service.ts";
import type { Sealing, TreeSeal } from "../sealing/service.ts";
import { allOrEach } from "../together/all-or-each.ts";
import { gather, type Outcome } from "../together/gather.ts";
import type { TreeLookUp } from "../trees/look-up.ts";
import type { GiftReceipt } from "./service.ts";
import type { NewGift } from "./shapes.ts";
import type { Hanging, HungGift, MessageStore, Transaction } from "./store.ts";

/** A gift that somebody sent, judged as far as that goes without the database. */
export type Post = {
  gift: NewGift;
  sender: Repeater;
  /** The fields whose words may hurt: such a gift takes its turn, and is not hung. */
  faults: readonly FieldFault[];
  /** What seals the tree's texts; undefined where there is no such tree. */
  seal: Outcome<TreeSeal | undefined>;
};
/** The sender's receipt, none where the words are at fault, and what is left of the sender's quotas. */
export type Posted = { receipt: GiftReceipt | null; standings: Standing[] };

type Rooms = {
  store: MessageStore;
  lookUp: TreeLookUp;
  clock: Clock;
  limits: RateLimits;
  idempotency: Idempotency;
  sealing: Sealing;
};

const ROUTE = "POST /v1/messages";
const BOUNDS = { groupMax: 64, groupsAtOnce: 1, waitingMax: 2000 };
/** For those whose group was undone. */
const ALONE = { groupMax: 1, groupsAtOnce: 4, waitingMax: 200 };
/** So long a group waits for a tree or a counter that others hold; whoever then goes alone waits longer. */
const GROUP_LOCK_WAIT_MS = 200;
const LOCK_WAIT_MS = 5000;
const HANGING_TRIES = 3;

/**
 * Hangs gifts. Those that arrive together are one transaction and are answered when it is committed, each with its own
 * outcome: a refusal is nobody else's, and a gift that fails the group is tried by itself.
 */
export function hangTogether(rooms: Rooms): (post: Post) => Promise<Posted> {
  const { store, lookUp } = rooms;
  const hang = (posts: readonly Post[], lockWaitMs: number, allButCommitted = () => {}) => {
    const hanging = store.transaction(lockWaitMs, async (within) => {
      const hung = await hangGroup(rooms, posts, within);
      allButCommitted();
      return hung;
    });
    // Where it goes wrong to keep the answers, Postgres has undone the whole, though it was told to commit.
    const hung = hanging.then(({ outcomes, kept }) => kept.then(() => outcomes));
    return lookUp.changing(
      posts.map(({ gift }) => gift.shareCode),
      hung,
    );
  };
  const alone = gather<Post, Posted>((posts) => hang(posts, LOCK_WAIT_MS), ALONE);
  const together = (posts: readonly Post[], soon: () => void) => hang(posts, GROUP_LOCK_WAIT_MS, soon);
  return gather<Post, Posted>((posts) => allOrEach(posts, together, alone), BOUNDS);
}

/** The quotas that a gift counts against. */
export const quotasOf = ({ gift, sender }: Pick<Post, "gift" | "sender">): Wanted[] => [
  { policy: "postsPerAddress", keys: sender.caller.countedAs },
  { policy: "postsPerTree", keys: [gift.shareCode] },
  { policy: "coolDownPerAddress", keys: sender.caller.countedAs, cost: 0 },
];

async function hangGroup(
  { store, clock, limits, idempotency, sealing }: Rooms,
  posts: readonly Post[],
  transaction: Transaction,
): Promise<{ outcomes: Outcome<Posted>[]; kept: Promise<void> }> {
  const outcomes = new Map<Post, Outcome<Posted>>();
  const open = () => posts.filter((post) => !outcomes.has(post));

  const claims = new Map(posts.map((post) => [post, claimOf(ROUTE, post.sender, post.gift)]));
  const repeats = await idempotency.answerEach<GiftReceipt>([...claims.values()], transaction);
  for (const [i, post] of posts.entries()) {
    const known = repeats[i];
    if (known) outcomes.set(post, "error" in known ? known : { answer: { receipt: known.answer, standings: [] } });
  }

  const standings = new Map<Post, Standing[]>();
  const asking = open();
  const turns = await limits.takeEach(asking.map(quotasOf), transaction);
  for (const [i, post] of asking.entries()) {
    const turn = turns[i] ?? { answer: [] };
    if ("error" in turn) outcomes.set(post, turn);
    else if (post.faults.length > 0) outcomes.set(post, { answer: { receipt: null, standings: turn.answer } });
    else standings.set(post, turn.answer);
  }

  const served: { claim: Claim | null; answer: GiftReceipt }[] = [];
  for (let tries = 0; open().length > 0; tries += 1) {
    const keyed = await keysOf(open(), sealing, tries > 0 ? transaction : null);
    for (const [post, key] of keyed) if ("error" in key) outcomes.set(post, key);
    const hanging = open();
    if (hanging.length === 0) break;
    const sealed = hanging.map((post) => sealPost(post, keyed.get(post)));
    const hung = await store.hangEach(sealed, clock(), transaction);
    for (const [i, post] of hanging.entries()) {
      const became = hung[i];
      if (became?.hung) {
        const receipt = receiptOf(sealed[i]?.id ?? "", post.gift, became.hung);
        served.push({ claim: claims.get(post) ?? null, answer: receipt });
        outcomes.set(post, { answer: { receipt, standings: standings.get(post) ?? [] } });
      } else {
        const refusal = refusalOf(became) ?? (tries + 1 < HANGING_TRIES ? null : new Refusal("service_unavailable"));
        if (refusal) outcomes.set(post, { error: refusal });
        // The tree's key was wrapped anew, or never came to be kept.
        else sealing.forget(post.gift.shareCode);
      }
    }
  }
  // Not waited for here: the order to commit goes right behind it.
  const kept = idempotency.keepEach(served, transaction);
  kept.catch(() => {});
  const judged = posts.map((post) => outcomes.get(post) ?? { error: new Error("a post of the group was not judged") });
  return { outcomes: judged, kept };
}

/** What seals each gift; asked for again where a transaction is given in which to ask. */
async function keysOf(posts: readonly Post[], sealing: Sealing, again: Transaction | null) {
  const keyed = new Map<Post, Outcome<TreeSeal>>();
  for (const post of posts) {
    const seal = again ? await askAgain(post, sealing, again) : post.seal;
    if ("error" in seal) keyed.set(post, seal);
    else keyed.set(post, seal.answer ? { answer: seal.answer } : { error: new Refusal("tree_not_found") });
  }
  return keyed;
}

async function askAgain({ gift }: Post, sealing: Sealing, within: Transaction): Promise<Outcome<TreeSeal | undefined>> {
  try {
    return { answer: await sealing.toSeal(gift.shareCode, within) };
  } catch (error) {
    // A statement that failed has ended the transaction for all.
    if (!(error instanceof Refusal)) throw error;
    return { error };
  }
}

function sealPost({ gift }: Post, key: Outcome<TreeSeal> | undefined) {
  if (!key || !("answer" in key)) throw new Error("a gift without a key is to be hung");
  const { shareCode, giftAssetId, senderName, message, showSenderName } = gift;
  // Random, not ordered by time: an id that held the moment could unmask its sender.
  const id = crypto.randomUUID();
  return {
    id,
    shareCode,
    giftAssetId,
    shownName: showSenderName ? senderName : null,
    sealedSenderName: key.answer.seal("sender name", id, senderName),
    sealedText: key.answer.seal("text", id, message),
    wrappedKey: key.answer.wrapped,
  };
}

function refusalOf(became: Hanging | undefined): Refusal | null {
  if (!became || became.hung) return null;
  if (!became.hasTree) return new Refusal("tree_not_found");
  return became.isPaused ? new Refusal("tree_paused") : null;
}

function receiptOf(id: string, { shareCode, giftAssetId }: NewGift, { giftCount, hungOn }: HungGift): GiftReceipt {
  return { id, shareCode, giftAssetId, createdAt: hungOn, giftCount };
}
