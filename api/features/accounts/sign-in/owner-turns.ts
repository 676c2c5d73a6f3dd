import type { HigherOrderFunction } from "elysia/types";
import { linesOf } from "../../../platform/lines.ts";

/** Enough for a page that asks for several things at once. */
const AT_ONCE = 4;

type Answering = (request: Request) => Response | Promise<Response>;
export type OwnerTurns = ReturnType<typeof ownerTurns>;

/**
 * Lets a few requests of an account work at a time; the others wait. Otherwise one account fills the queue to the
 * database: everybody waits behind it, and what a thief sent before they were locked out is carried out long after.
 */
export function ownerTurns() {
  const lines = linesOf(AT_ONCE);
  const releases = new WeakMap<Request, () => void>();

  return {
    /** Waits for the request's turn, which ends with its answer. Returns whether it had to wait. */
    async take(request: Request, ownerId: string): Promise<boolean> {
      const mustWait = lines.isFull(ownerId);
      await new Promise<void>((start) => {
        void lines.run(ownerId, () => new Promise<void>((release) => start(void releases.set(request, release))));
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
