import { ApiError } from "#contract/errors";
import { isFormKey } from "#contract/form-keys";
import { IDEMPOTENCY_KEPT_HOURS } from "#contract/retention";
import type { Clock } from "../../clock.ts";
import type { Caller } from "../client-identity/service.ts";
import type { BodyHashes } from "../encryption/body-hashes.ts";
import type { IdempotencyStore, Transaction } from "./store.ts";

const KEPT_MS = IDEMPOTENCY_KEPT_HOURS * 60 * 60 * 1000;
const KEY_PATTERN = /^[\x21-\x7E]{1,255}$/;

/** Who repeats a request, and under which key. */
export type Repeater = { caller: Caller; idempotencyKey: string | null };
/** An account is known by its id, wherever somebody asks: its keys count by that, not by an address. */
export function repeaterOf(accountId: string, idempotencyKey: string | null): Repeater {
  return {
    caller: { hash: accountId, countedAs: [accountId], hashes: [accountId], networkCountedAs: [] },
    idempotencyKey,
  };
}

/**
 * What a request with a key may have been given before: under which ids, today's first, and which are held meanwhile; and by
 * which hash its body is known again.
 */
export type Claim = { key: string; sent: string; ids: string[]; held: string[]; bodyHash: string };
type Work<Data> = (transaction: Transaction) => Promise<Data>;
export type Idempotency = ReturnType<typeof idempotency>;

/** Gives a repeated request its first answer again, so that nothing is done twice. */
export function idempotency(store: IdempotencyStore, clock: Clock, bodies: BodyHashes) {
  /** Since when an answer must have been kept to be given again. */
  const keptSince = () => new Date(clock().getTime() - KEPT_MS);

  /** What a request claims by its key; null without one. */
  function claim(route: string, { caller, idempotencyKey: key }: Repeater, body: object): Claim | null {
    if (key === null) return null;
    const { hashes, countedAs } = keeperOf(key, caller);
    const ids = new Map([...hashes, ...countedAs].map((hash) => [hash, idOf(route, key, hash)]));
    const idsOf = (wanted: readonly string[]) => wanted.map((hash) => ids.get(hash) ?? "");
    const sent = JSON.stringify(body);
    return { key, sent, ids: idsOf(hashes), held: idsOf(countedAs), bodyHash: bodies.of(key, sent) };
  }

  return {
    claim,

    keptSince,

    /**
     * Does the work in a transaction and stores its answer with it, or gives the answer stored; without a key nothing is stored.
     * `treeIn` says which tree an answer names.
     */
    async once<Data>(
      route: string,
      repeater: Repeater,
      body: object,
      work: Work<Data>,
      treeIn: (data: Data) => string | null = () => null,
    ): Promise<Data> {
      const claimed = claim(route, repeater, body);
      if (claimed === null) return store.transaction(work);
      const { key, sent, ids, held, bodyHash } = claimed;
      const [id = ""] = ids;
      return store.transaction(async (transaction) => {
        if (!(await store.hold(transaction, held))) throw new ApiError("idempotency_in_progress");
        const first = await store.find(transaction, ids, keptSince());
        if (first && !bodies.fits(first.bodyHash, key, sent)) throw new ApiError("idempotency_key_reused");
        if (first) return JSON.parse(first.answer);
        const data = await work(transaction);
        const kept = { bodyHash, answer: JSON.stringify(data), shareCode: treeIn(data) };
        await store.keep(transaction, id, kept, clock());
        return data;
      });
    },

    /** Whether a stored answer is to the body that a request has. */
    isSameBody: ({ key, sent }: Claim, bodyHash: string): boolean => bodies.fits(bodyHash, key, sent),
  };
}

/** The key in a request's header, if there is one; a key that is none is refused. */
export function idempotencyKeyIn(headers: Headers): string | null {
  const key = headers.get("idempotency-key");
  if (key === null || KEY_PATTERN.test(key)) return key;
  throw new ApiError("validation_failed", [{ field: "Idempotency-Key", reason: "malformed" }]);
}

/** Whose a key is: a form's holds in every network; any other is its caller's own. */
function keeperOf(key: string, caller: Caller): Pick<Caller, "hashes" | "countedAs"> {
  return isFormKey(key) ? { hashes: [""], countedAs: [""] } : caller;
}

function idOf(route: string, key: string, hash: string): string {
  return new Bun.CryptoHasher("sha256").update(`${route}\n${hash}\n${key}`).digest("base64url");
}
