import { ApiError } from "#contract/errors";
import { isFormKey } from "#contract/ids";
import { IDEMPOTENCY_KEPT_HOURS } from "#contract/retention";
import { dayIn, endOfDay } from "../../../shared/time-zones.ts";
import type { Caller } from "../client-identity/callers.store.ts";
import type { Clock } from "../clock.ts";
import type { BodyHashes } from "../encryption/derived-keys.ts";
import { OverLimit } from "../rate-limits/rate-limits.ts";
import type { IdempotencyStore, StoredAnswer, Transaction } from "./idempotency.store.ts";

const KEPT_MS = IDEMPOTENCY_KEPT_HOURS * 60 * 60 * 1000;
const KEY_PATTERN = /^[\x21-\x7E]{1,255}$/;

/** The client that may repeat a request, and its idempotency key. */
export type Repeater = { caller: Caller; idempotencyKey: string | null };
/** Identifies an account by its id instead of an address: its keys are valid from every network. */
export function repeaterOf(accountId: string, idempotencyKey: string | null): Repeater {
  return {
    caller: { hash: accountId, countedAs: [accountId], hashes: [accountId], networkCountedAs: [] },
    idempotencyKey,
  };
}

/**
 * What identifies a request with a key: the ids that a stored answer may have (today's first), the ids to lock
 * meanwhile, and the hash that its body is compared by.
 */
export type Claim = { key: string; sent: string; ids: string[]; held: string[]; bodyHash: string };
type Work<Data> = (transaction: Transaction) => Promise<Data>;
/** What the request takes before the work, and the share code of the tree that an answer names. */
type Options<Data> = { takeQuotas?: () => Promise<void>; treeIn?: (data: Data) => string | null };
export type Idempotency = ReturnType<typeof idempotency>;

/** Replays the first answer to a repeated request, so that nothing is done twice. */
export function idempotency(store: IdempotencyStore, clock: Clock, bodies: BodyHashes) {
  /** An answer is replayed if its day ended after this time. */
  const keptSince = () => new Date(clock().getTime() - KEPT_MS);

  function claim(route: string, { caller, idempotencyKey: key }: Repeater, body: object): Claim | null {
    if (key === null) return null;
    const { hashes, countedAs } = keeperOf(key, caller);
    const ids = new Map([...hashes, ...countedAs].map((hash) => [hash, idOf(route, key, hash)]));
    const idsOf = (selected: readonly string[]) => selected.map((hash) => ids.get(hash) ?? "");
    const sent = JSON.stringify(body);
    return { key, sent, ids: idsOf(hashes), held: idsOf(countedAs), bodyHash: bodies.of(key, sent) };
  }

  function answerIn({ bodyHash, answer }: StoredAnswer, { key, sent }: Claim) {
    if (!bodies.fits(bodyHash, key, sent)) throw new ApiError("idempotency_key_reused");
    return JSON.parse(answer);
  }

  return {
    claim,

    keptSince,

    /**
     * Runs the work in a transaction and stores its answer with it, or returns the stored answer, also if a quota is used
     * up. Without a key, nothing is stored.
     */
    async once<Data>(
      route: string,
      repeater: Repeater,
      body: object,
      work: Work<Data>,
      { takeQuotas = async () => {}, treeIn = () => null }: Options<Data> = {},
    ): Promise<Data> {
      const claimed = claim(route, repeater, body);
      try {
        await takeQuotas();
      } catch (error) {
        const first = claimed && error instanceof OverLimit && (await store.find(claimed.ids, keptSince()));
        if (!first) throw error;
        return answerIn(first, claimed);
      }
      if (claimed === null) return store.transaction(work);
      const { ids, held, bodyHash } = claimed;
      const [id = ""] = ids;
      return store.transaction(async (transaction) => {
        if (!(await store.hold(transaction, held))) throw new ApiError("idempotency_in_progress");
        const first = await store.find(ids, keptSince(), transaction);
        if (first) return answerIn(first, claimed);
        const data = await work(transaction);
        const stored = { bodyHash, answer: JSON.stringify(data), shareCode: treeIn(data) };
        await store.keep(transaction, id, stored, endOfDay(dayIn("UTC", clock()), "UTC"));
        return data;
      });
    },

    isSameBody: ({ key, sent }: Claim, bodyHash: string): boolean => bodies.fits(bodyHash, key, sent),
  };
}

/** Returns the Idempotency-Key header, or null if there is none. Throws `validation_failed` if it is malformed. */
export function idempotencyKeyIn(headers: Headers): string | null {
  const key = headers.get("idempotency-key");
  if (key === null || KEY_PATTERN.test(key)) return key;
  throw new ApiError("validation_failed", [{ field: "Idempotency-Key", reason: "malformed" }]);
}

/** The scope of a key: a form's key is valid in every network, any other only for its caller. */
function keeperOf(key: string, caller: Caller): Pick<Caller, "hashes" | "countedAs"> {
  return isFormKey(key) ? { hashes: [""], countedAs: [""] } : caller;
}

function idOf(route: string, key: string, hash: string): string {
  return new Bun.CryptoHasher("sha256").update(`${route}\n${hash}\n${key}`).digest("base64url");
}
