import { createHash } from "node:crypto";
import { Refusal } from "#contract/errors";
import { isFormKey } from "#contract/form-keys";
import type { Caller } from "../callers/service.ts";
import type { Clock } from "../clock.ts";
import type { BodyHashes } from "../sealing/body-hashes.ts";
import type { IdempotencyStore, Transaction } from "./store.ts";

const KEPT_MS = 24 * 60 * 60 * 1000;
const KEY_PATTERN = /^[\x21-\x7E]{1,255}$/;

/** Who repeats a request, and under which key. */
export type Repeater = { caller: Caller; idempotencyKey: string | null };
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
      const { hashes, countedAs } = keeperOf(key, caller);
      const ids = hashes.map((hash) => idOf(route, key, hash));
      const [id = ""] = ids;
      const held = countedAs.map((hash) => idOf(route, key, hash));
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

function idOf(route: string, key: string, hash: string): string {
  return createHash("sha256").update(`${route}\n${hash}\n${key}`).digest("base64url");
}
