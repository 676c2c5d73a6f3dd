import { ApiError } from "#contract/errors";

/** A request that may have to wait. `groups` share a place in the queue, such as a network and an account. */
export type Waiter = { isKnown: boolean; groups: readonly string[] };
type Waiting = { groups: readonly string[]; round: number; start: () => void; refuse: (error: ApiError) => void };

/**
 * A semaphore with a fair queue: `atOnce` run concurrently. The known lane and the strangers' lane alternate, and
 * within each lane groups take turns. When a lane is full, the entry that would wait for the most rounds is refused
 * with `too_busy`. Many requests of one network or account thus cost the others a place, but never the whole queue.
 */
export function fairQueue(atOnce: number, waitingMax: number) {
  const [known, strangers] = [lane(waitingMax), lane(waitingMax)];
  let lanes = [known, strangers];
  let busy = 0;

  return async <Result>({ isKnown, groups }: Waiter, work: () => Promise<Result>): Promise<Result> => {
    if (busy < atOnce) busy += 1;
    // A finishing task passes its slot on, so `busy` stays as it is.
    else await (isKnown ? known : strangers).wait(groups);
    try {
      return await work();
    } finally {
      const next = lanes[0]?.next() ?? lanes[1]?.next();
      lanes = lanes.toReversed();
      if (next) next.start();
      else busy -= 1;
    }
  };
}

/** A queue ordered by round; each group gets one slot per round. */
function lane(waitingMax: number) {
  const line: Waiting[] = [];
  let round = 0;

  /** Returns the round after the current one, and after the last round that already holds one of the groups. */
  function roundFor(groups: readonly string[]): number {
    const last = line.findLast((each) => each.groups.some((group) => groups.includes(group)));
    return Math.max(round, last?.round ?? 0) + 1;
  }

  return {
    async wait(groups: readonly string[]): Promise<void> {
      const mine = roundFor(groups);
      if (line.length >= waitingMax) {
        if (mine >= (line.at(-1)?.round ?? 0)) throw new ApiError("too_busy");
        line.pop()?.refuse(new ApiError("too_busy"));
      }
      await new Promise<void>((start, refuse) => {
        const before = line.findLastIndex((each) => each.round <= mine);
        line.splice(before + 1, 0, { groups, round: mine, start, refuse });
      });
    },

    next(): Waiting | undefined {
      const next = line.shift();
      if (next) round = next.round;
      return next;
    },
  };
}
