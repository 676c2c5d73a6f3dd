import { fairQueue } from "../../../../shared/fair-queue.ts";
import type { Session } from "../../../platform/db/hold-owner.ts";

/** Enough for a page that asks for several things at once. */
const AT_ONCE = 4;

type Account = { inTurn: ReturnType<typeof fairQueue>; requests: number };
export type OwnerTurns = ReturnType<typeof ownerTurns>;

/**
 * Lets a few requests of an account work at a time; the others wait. Otherwise one account fills the queue to the
 * database: everybody waits behind it, and what a thief sent before they were locked out is carried out long after. The
 * account's sessions alternate: the owner, who wants to lock a thief out, does not wait behind all that the thief sent.
 */
export function ownerTurns() {
  const accounts = new Map<string, Account>();
  const releases = new WeakMap<Request, () => void>();

  return {
    /** Waits for the request's turn, which ends with its answer. Returns whether it had to wait. */
    async take(request: Request, { ownerId, sessionId }: Session): Promise<boolean> {
      // A session's quota bounds how many wait.
      const account = accounts.get(ownerId) ?? { inTurn: fairQueue(AT_ONCE, Number.POSITIVE_INFINITY), requests: 0 };
      accounts.set(ownerId, account);
      const mustWait = account.requests >= AT_ONCE;
      account.requests += 1;
      await new Promise<void>((start) => {
        const untilReleased = () => new Promise<void>((release) => start(void releases.set(request, release)));
        void account.inTurn({ isKnown: true, groups: [sessionId] }, untilReleased).then(() => {
          account.requests -= 1;
          if (account.requests === 0) accounts.delete(ownerId);
        });
      });
      return mustWait;
    },

    end: (request: Request): void => releases.get(request)?.(),
  };
}
