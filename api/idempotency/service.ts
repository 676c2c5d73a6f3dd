import { createHash } from "node:crypto";
import { Refusal } from "#contract/errors";
import { isFormKey } from "#contract/form-keys";
import { IDEMPOTENCY_KEPT_HOURS } from "#contract/retention";
import type { Caller } from "../callers/service.ts";
import type { Clock } from "../clock.ts";
import type { BodyHashes } from "../sealing/body-hashes.ts";
import type { Outcome } from "../together/gather.ts";
import type { IdempotencyStore, Transaction } from "./store.ts";

const KEPT_MS = IDEMPOTENCY_KEPT_HOURS * 60 * 60 * 1000;
const KEY_PATTERN = /^[\x21-\x7E]{1,255}$/;

/** Who repeats a request, and under which key. */
export type Repeater = { caller: Caller; idempotencyKey: string | null };
/** An account is known by its id, wherever somebody asks: its keys count by that, not by an address. */
export function repeaterOf(accountId: string, idempotencyKey: string | null): Repeater {
  return { caller: { hash: accountId, countedAs: [accountId], hashes: [accountId] }, idempotencyKey };
}

/** A request that may be a repeat, and its body. */
export type Repeatable = { repeater: Repeater; body: object };
type Work<Data> = (transaction?: Transaction) => Promise<Data>;
export type Idempotency = ReturnType<typeof idempotency>;

/** Gives a repeated request its first answer again, so that nothing is done twice. */
export function idempotency(store: IdempotencyStore, clock: Clock, bodies: BodyHashes) {
  return {
    /** Does the work and keeps its answer with it, or gives the answer kept; without a key it just does the work. */
    async once<Data>(
      route: string,
      { caller, idempotencyKey: key }: Repeater,
      body: object,
      work: Work<Data>,
    ): Promise<Data> {
      if (key === null) return work();
      const { ids, held } = idsOf(route, key, caller);
      const [id = ""] = ids;
      const sent = JSON.stringify(body);
      return store.transaction(async (transaction) => {
        if (!(await store.hold(transaction, held))) throw new Refusal("idempotency_in_progress");
        const kept = await store.find(transaction, ids, new Date(clock().getTime() - KEPT_MS));
        if (kept && !bodies.fits(kept.bodyHash, key, sent)) throw new Refusal("idempotency_key_reused");
        if (kept) return JSON.parse(kept.answer);
        const data = await work(transaction);
        const bodyHash = bodies.of(key, sent);
        await store.keep(transaction, id, { bodyHash, answer: JSON.stringify(data) }, clock());
        return data;
      });
    },

    /**
     * For several that came together, in one transaction: what to tell each, or null to whom is still to be served.
     * Their keys are held until the transaction ends, so of two alike only one is served.
     */
    async answerEach<Data>(
      route: string,
      requests: readonly Repeatable[],
      within: Transaction,
    ): Promise<(Outcome<Data> | null)[]> {
      const claims = requests.map(({ repeater: { caller, idempotencyKey: key }, body }) =>
        key === null ? null : { key, sent: JSON.stringify(body), ...idsOf(route, key, caller) },
      );
      const ids = claims.flatMap((claim) => claim?.held ?? []);
      if (ids.length === 0) return claims.map(() => null);
      const lookedFor = claims.flatMap((claim) => claim?.ids ?? []);
      const since = new Date(clock().getTime() - KEPT_MS);
      const { held, kept } = await store.holdEach(within, [...new Set(ids)], lookedFor, since);
      return claims.map((claim) => {
        if (!claim) return null;
        // Whoever comes first takes the ids: the next with one of them comes while that one is under way.
        if (!claim.held.every((id) => held.delete(id))) return { error: new Refusal("idempotency_in_progress") };
        const first = claim.ids.map((id) => kept.get(id)).find((each) => each !== undefined);
        if (!first) return null;
        if (!bodies.fits(first.bodyHash, claim.key, claim.sent))
          return { error: new Refusal("idempotency_key_reused") };
        return { answer: JSON.parse(first.answer) };
      });
    },

    /** Keeps the answers of those who were served, in the same transaction. */
    async keepEach(
      route: string,
      served: readonly (Repeatable & { answer: object })[],
      within: Transaction,
    ): Promise<void> {
      const kept = served.flatMap(({ repeater: { caller, idempotencyKey: key }, body, answer }) => {
        const [id] = key === null ? [] : idsOf(route, key, caller).ids;
        if (key === null || id === undefined) return [];
        return [{ id, bodyHash: bodies.of(key, JSON.stringify(body)), answer: JSON.stringify(answer) }];
      });
      if (kept.length > 0) await store.keepEach(within, kept, clock());
    },
  };
}

/** The key in a request's header, if there is one; a key that is none is refused. */
export function idempotencyKeyIn(headers: Headers): string | null {
  const key = headers.get("idempotency-key");
  if (key === null || KEY_PATTERN.test(key)) return key;
  throw new Refusal("validation_failed", [{ field: "Idempotency-Key", reason: "malformed" }]);
}

/** Whose a key is: a form's holds in every network; any other is its caller's own. */
function keeperOf(key: string, caller: Caller): Pick<Caller, "hashes" | "countedAs"> {
  return isFormKey(key) ? { hashes: [""], countedAs: [""] } : caller;
}

/** Under which ids an answer may be kept, today's first, and which of them are held meanwhile. */
function idsOf(route: string, key: string, caller: Caller): { ids: string[]; held: string[] } {
  const { hashes, countedAs } = keeperOf(key, caller);
  return {
    ids: hashes.map((hash) => idOf(route, key, hash)),
    held: countedAs.map((hash) => idOf(route, key, hash)),
  };
}

function idOf(route: string, key: string, hash: string): string {
  return createHash("sha256").update(`${route}\n${hash}\n${key}`).digest("base64url");
}
