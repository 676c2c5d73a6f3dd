import type { FieldFault } from "#contract/errors";
import { Refusal } from "#contract/errors";
import type { GiftReceipt } from "#contract/messages";
import type { Clock } from "../clock.ts";
import { codeOf } from "../db/error-code.ts";
import type { Claim, Idempotency, Repeater } from "../idempotency/service.ts";
import type { RateLimits, Standing, Wanted } from "../rate-limits/service.ts";
import type { Sealing, TreeSeal } from "../sealing/service.ts";
import { allOrEach } from "../together/all-or-each.ts";
import { gatherByKey } from "../together/by-key.ts";
import { gather, type Outcome, outcomeLater } from "../together/gather.ts";
import type { Freshness } from "../trees/freshness.ts";
import type { NewGift } from "./shapes.ts";
import type { Hanging, HungGift, MessageStore, NewlyHung, Transaction } from "./store.ts";

/** A gift that somebody sent, judged as far as that goes without the database. */
export type Post = {
  gift: NewGift;
  sender: Repeater;
  /** The fields whose words may hurt: such a gift takes its turn, and is not hung. */
  faults: readonly FieldFault[];
  /** What seals the tree's texts; undefined where there is no such tree. */
  seal: Outcome<TreeSeal | undefined>;
};
/** A post with all that can be made ready for it before its group sets out: within one everybody waits for it. */
type Ready = Post & { claim: Claim | null; hanging: Outcome<NewlyHung> };
/** What is kept of a receipt, for repeats: no share code, for it would have to be found and go with the tree's owner. */
type KeptReceipt = Pick<GiftReceipt, "id" | "createdAt" | "giftCount">;
/** The sender's receipt, none where the words are at fault, and what is left of the sender's quotas. */
export type Posted = { receipt: GiftReceipt | null; standings: Standing[] };

type Rooms = {
  store: MessageStore;
  freshness: Freshness;
  clock: Clock;
  limits: RateLimits;
  idempotency: Idempotency;
  sealing: Sealing;
};

const ROUTE = "POST /v1/messages";
/**
 * The second group works while the first is being committed. A group costs as much as some four gifts, however small it is: it
 * waits until it is worth that.
 */
const AT_ONCE = { groupMax: 64, groupsAtOnce: 2, waitingMax: 2000, patienceMs: 6 };
const STEP_BY_STEP = { groupMax: 64, groupsAtOnce: 1, waitingMax: 2000 };
/** For those whose group was undone: again a group of each tree, and so many of those at once. */
const OF_ONE_TREE = { groupMax: 64, groupsAtOnce: 1, waitingMax: 200 };
const APART = { groupMax: 1, groupsAtOnce: 4, waitingMax: 200 };
/** So long a group waits for a tree or a counter that others hold; those of one tree then wait longer. */
const GROUP_LOCK_WAIT_MS = 200;
const LOCK_WAIT_MS = 5000;
const HANGING_TRIES = 3;
/** What Postgres calls a lock that was waited for too long (`lock_not_available`). */
const LOCKED = "55P03";
const NO_OUTCOME = { error: new Error("a post has no outcome") };

/**
 * Hangs gifts. Those that arrive together are one transaction and are answered when it is committed, each with its own
 * outcome: a refusal is nobody else's, and what fails a group is tried tree by tree, and then by itself. As long as nobody of a
 * group is refused anything, it is one statement; otherwise it goes step by step.
 */
export function hangTogether(rooms: Rooms): (post: Post) => Promise<Posted> {
  const { store, freshness, limits, idempotency } = rooms;
  const codesOf = (posts: readonly Ready[]) => posts.map(({ gift }) => gift.shareCode);

  const stepByStep = (posts: readonly Ready[], lockWaitMs: number, allButCommitted = () => {}) => {
    const hanging = store.transaction(lockWaitMs, async (within) => {
      const outcomes = await hangGroup(rooms, posts, within);
      allButCommitted();
      return outcomes;
    });
    return freshness.changing(codesOf(posts), hanging);
  };
  const apart = gather<readonly Ready[], Outcome<Posted>[]>(
    (groups) => Promise.all(groups.map((posts) => outcomeLater(stepByStep(posts, LOCK_WAIT_MS)))),
    APART,
  );
  async function alone(post: Ready, why?: unknown): Promise<Posted> {
    // What it waited for with others it need not wait for again.
    if (codeOf(why) === LOCKED) throw why;
    const [outcome = NO_OUTCOME] = await apart([post]);
    if ("error" in outcome) throw outcome.error;
    return outcome.answer;
  }
  const ofOneTree = async (posts: readonly Ready[]): Promise<Outcome<Posted>[]> => {
    if (posts.length === 1) return Promise.all(posts.map((post) => outcomeLater(alone(post))));
    const each = await allOrEach(posts, apart, alone);
    return Promise.all(each.map((settling) => (settling instanceof Promise ? outcomeLater(settling) : settling)));
  };
  const treeByTree = gatherByKey<Ready, Posted>(({ gift }) => gift.shareCode, ofOneTree, OF_ONE_TREE);
  const careful = gather<Ready, Posted>(
    (posts) => allOrEach(posts, (group, soon) => stepByStep(group, GROUP_LOCK_WAIT_MS, soon), treeByTree.ask),
    STEP_BY_STEP,
  );

  const atOnce = async (posts: readonly Ready[], committed: () => void): Promise<Outcome<Posted>[]> => {
    const hanging = hangAtOnce(rooms, posts).finally(committed);
    const outcomes = await freshness.changing(codesOf(posts), hanging);
    return outcomes ?? Promise.all(posts.map((post) => outcomeLater(careful(post))));
  };
  const swift = gather<Ready, Posted>((posts) => allOrEach(posts, atOnce, treeByTree.ask), AT_ONCE);

  return (post) => {
    const claim = idempotency.claim(ROUTE, post.sender, post.gift);
    const ready = { ...post, claim, hanging: sealedWith(post.seal, post.gift, claim) };
    // A group that it joined would wait for the same tree.
    if (treeByTree.isBusy(ready)) return treeByTree.ask(ready);
    const isRefused = "error" in ready.hanging || post.faults.length > 0 || limits.isKnownOver(quotasOf(post));
    return isRefused ? careful(ready) : swift(ready);
  };
}

/** The group in one statement; null where somebody is to be told something else, and nothing was done. */
async function hangAtOnce(
  { store, limits, idempotency }: Rooms,
  posts: readonly Ready[],
): Promise<Outcome<Posted>[] | null> {
  const held = posts.flatMap(({ claim }) => claim?.held ?? []);
  // Of two alike only one is served; the database would give both to the same transaction.
  if (new Set(held).size < held.length) return null;
  const gifts = posts.flatMap(({ hanging }) => ("answer" in hanging ? [hanging.answer] : []));
  const { counters, standingsOf } = limits.asked(posts.map(quotasOf));
  const posted = await store.postEach({
    ...counters,
    held,
    lookedFor: posts.flatMap(({ claim }) => claim?.ids ?? []),
    since: idempotency.keptSince(),
    gifts,
    lockWaitMs: GROUP_LOCK_WAIT_MS,
  });
  if (!posted) return null;
  const standings = standingsOf(posted.turns);
  return gifts.map((gift, i) => {
    const became = posted.hung[i];
    if (!became?.hung) return { error: refusalOf(became) ?? new Error("a gift of the group has no outcome") };
    return { answer: { receipt: receiptOf(gift, became.hung), standings: standings[i] ?? [] } };
  });
}

/** The quotas that a gift counts against. */
export const quotasOf = ({ gift, sender }: Pick<Post, "gift" | "sender">): Wanted[] => [
  { policy: "postsPerAddress", keys: sender.caller.countedAs },
  { policy: "postsPerTree", keys: [gift.shareCode] },
  { policy: "coolDownPerAddress", keys: sender.caller.countedAs, cost: 0 },
];

async function hangGroup(
  { store, clock, limits, idempotency, sealing }: Rooms,
  posts: readonly Ready[],
  transaction: Transaction,
): Promise<Outcome<Posted>[]> {
  const outcomes = new Map<Ready, Outcome<Posted>>();
  const open = () => posts.filter((post) => !outcomes.has(post));

  const claims = posts.map(({ claim }) => claim);
  const repeats = await idempotency.answerEach<KeptReceipt>(claims, transaction);
  for (const [i, post] of posts.entries()) {
    const known = repeats[i];
    if (known && "error" in known) outcomes.set(post, known);
    else if (known) outcomes.set(post, { answer: { receipt: receiptAgain(post.gift, known.answer), standings: [] } });
  }

  const standings = new Map<Ready, Standing[]>();
  const asking = open();
  const turns = await limits.takeEach(asking.map(quotasOf), transaction);
  for (const [i, post] of asking.entries()) {
    const turn = turns[i] ?? { answer: [] };
    if ("error" in turn) outcomes.set(post, turn);
    else if (post.faults.length > 0) outcomes.set(post, { answer: { receipt: null, standings: turn.answer } });
    else standings.set(post, turn.answer);
  }

  for (let tries = 0; open().length > 0; tries += 1) {
    const sealed: { post: Ready; gift: NewlyHung }[] = [];
    for (const post of open()) {
      const hanging = tries === 0 ? post.hanging : await sealedAnew(post, sealing, transaction);
      if ("error" in hanging) outcomes.set(post, hanging);
      else sealed.push({ post, gift: hanging.answer });
    }
    if (sealed.length === 0) break;
    const gifts = sealed.map(({ gift }) => gift);
    const hung = await store.hangEach(gifts, clock(), transaction);
    for (const [i, { post, gift }] of sealed.entries()) {
      const became = hung[i];
      if (became?.hung) {
        const receipt = receiptOf(gift, became.hung);
        outcomes.set(post, { answer: { receipt, standings: standings.get(post) ?? [] } });
      } else {
        const refusal = refusalOf(became) ?? (tries + 1 < HANGING_TRIES ? null : new Refusal("service_unavailable"));
        if (refusal) outcomes.set(post, { error: refusal });
        // The tree's key was wrapped anew, or never came to be kept.
        else sealing.forget(post.gift.shareCode);
      }
    }
  }
  return posts.map((post) => outcomes.get(post) ?? { error: new Error("a post of the group was not judged") });
}

/** The gift as it hangs, sealed with what was found to seal the tree's texts. */
function sealedWith(seal: Outcome<TreeSeal | undefined>, gift: NewGift, claim: Claim | null): Outcome<NewlyHung> {
  if ("error" in seal) return seal;
  return seal.answer ? { answer: sealed(gift, seal.answer, claim) } : { error: new Refusal("tree_not_found") };
}

async function sealedAnew({ gift, claim }: Ready, sealing: Sealing, within: Transaction): Promise<Outcome<NewlyHung>> {
  try {
    return sealedWith({ answer: await sealing.toSeal(gift.shareCode, within) }, gift, claim);
  } catch (error) {
    // A statement that failed has ended the transaction for all.
    if (!(error instanceof Refusal)) throw error;
    return { error };
  }
}

function sealed(gift: NewGift, key: TreeSeal, claim: Claim | null): NewlyHung {
  const { shareCode, giftAssetId, senderName, message, showSenderName } = gift;
  // Random, not ordered by time: an id that held the moment could unmask its sender.
  const id = crypto.randomUUID();
  return {
    id,
    shareCode,
    giftAssetId,
    shownName: showSenderName ? senderName : null,
    sealedSenderName: key.seal("sender name", id, senderName),
    sealedText: key.seal("text", id, message),
    wrappedKey: key.wrapped,
    keptAs: claim?.ids[0] ?? null,
    bodyHash: claim?.bodyHash ?? null,
  };
}

function refusalOf(became: Hanging | undefined): Refusal | null {
  if (!became || became.hung) return null;
  if (!became.hasTree) return new Refusal("tree_not_found");
  return became.isPaused ? new Refusal("tree_paused") : null;
}

/** The first receipt once more: the same body was sent again, so its tree and its gift are the same. */
function receiptAgain({ shareCode, giftAssetId }: NewGift, { id, createdAt, giftCount }: KeptReceipt): GiftReceipt {
  return { id, shareCode, giftAssetId, createdAt, giftCount };
}

function receiptOf({ id, shareCode, giftAssetId }: NewlyHung, { giftCount, hungOn }: HungGift): GiftReceipt {
  return { id, shareCode, giftAssetId, createdAt: hungOn, giftCount };
}
