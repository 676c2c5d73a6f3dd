import { ApiError } from "#contract/errors";

/** Who waits. `groups` are what shares a place in the line, such as a network and an account. */
export type Waiter = { etagMatches: boolean; groups: readonly string[] };
type Waiting = { groups: readonly string[]; round: number; start: () => void; refuse: (error: ApiError) => void };

/**
 * A semaphore whose line is fair: so many do something costly at once, the known and the strangers take turns, and within each of the two
 * lanes groups take turns. When a lane is full, the one who would wait for the most rounds is refused with `too_busy`. So many
 * requests of one network or one account cost the others a place, and never the whole line.
 */
export function fairQueue(atOnce: number, waitingMax: number) {
  const [known, strangers] = [lane(waitingMax), lane(waitingMax)];
  let lanes = [known, strangers];
  let busy = 0;

  return async <Result>({ etagMatches, groups }: Waiter, work: () => Promise<Result>): Promise<Result> => {
    if (busy < atOnce) busy += 1;
    // Who ends hands the slot on, so `busy` stays as it is.
    else await (etagMatches ? known : strangers).wait(groups);
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

/** Those who wait, by the round in which it is their turn: in each, a group has one. */
function lane(waitingMax: number) {
  const line: Waiting[] = [];
  let round = 0;

  /** The round after the present one, and after the last that has one of the same groups. */
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
