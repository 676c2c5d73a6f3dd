import type { HigherOrderFunction } from "elysia/types";
import pLimit, { type LimitFunction } from "p-limit";

/** Enough for a page that asks for several things at once. */
const AT_ONCE = 4;

type Answering = (request: Request) => Response | Promise<Response>;
export type OwnerTurns = ReturnType<typeof ownerTurns>;

/**
 * Lets a few requests of an account work at a time; the others wait. Otherwise one account fills the queue to the
 * database: everybody waits behind it, and what a thief sent before they were locked out is carried out long after.
 */
export function ownerTurns() {
  const lines = new Map<string, LimitFunction>();
  const releases = new WeakMap<Request, () => void>();

  return {
    /** Waits for the request's turn, which ends with its answer. Returns whether it had to wait. */
    async take(request: Request, ownerId: string): Promise<boolean> {
      const line = lines.get(ownerId) ?? pLimit(AT_ONCE);
      lines.set(ownerId, line);
      const mustWait = line.activeCount >= AT_ONCE;
      await new Promise<void>((start) => {
        const held = line(() => new Promise<void>((release) => start(void releases.set(request, release))));
        void held.then(() => line.activeCount + line.pendingCount === 0 && lines.delete(ownerId));
      });
      return mustWait;
    },

    /** Ends the turn of each request that has one. */
    around: ((answer) => (request: Request) => {
      const given = (answer as unknown as Answering)(request);
      return given instanceof Response ? given : given.finally(() => releases.get(request)?.());
    }) as HigherOrderFunction,
  };
}
