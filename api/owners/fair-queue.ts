import { Refusal } from "#contract/errors";

/** Who waits. `group` is what shares a place in the line, such as a network. */
export type Waiter = { isKnown: boolean; group: string };
type Waiting = { start: () => void; refuse: (error: Refusal) => void };

/**
 * A semaphore whose line is fair: so many do something costly at once, the known come first, and within each of the two lanes groups take
 * turns. When a lane is full, the group that waits for most gives up its newest; if that is the newcomer's own, the newcomer
 * is refused with `too_busy`. So many requests of one network cost the others a place, and never the whole line.
 */
export function fairQueue(atOnce: number, waitingMax: number) {
  const [known, strangers] = [lane(waitingMax), lane(waitingMax)];
  let busy = 0;

  return async <Result>({ isKnown, group }: Waiter, work: () => Promise<Result>): Promise<Result> => {
    if (busy < atOnce) busy += 1;
    // Who ends hands the slot on, so `busy` stays as it is.
    else await (isKnown ? known : strangers).wait(group);
    try {
      return await work();
    } finally {
      const next = known.next() ?? strangers.next();
      if (next) next.start();
      else busy -= 1;
    }
  };
}

/** Those who wait, by group; the group whose turn is next comes first. */
function lane(waitingMax: number) {
  const groups = new Map<string, Waiting[]>();
  let waiting = 0;

  /** Makes room for one of a group; the refusal where the group itself waits for most. */
  function makeRoom(group: string): void {
    const largest = [...groups].reduce((most, each) => (each[1].length > most[1].length ? each : most), ["", []]);
    if (largest[1].length <= (groups.get(group)?.length ?? 0) + 1) throw new Refusal("too_busy");
    largest[1].pop()?.refuse(new Refusal("too_busy"));
    waiting -= 1;
  }

  return {
    async wait(group: string): Promise<void> {
      if (waiting >= waitingMax) makeRoom(group);
      waiting += 1;
      await new Promise<void>((start, refuse) => {
        const others = groups.get(group);
        if (others) others.push({ start, refuse });
        else groups.set(group, [{ start, refuse }]);
      });
    },

    next(): Waiting | undefined {
      const [first] = groups;
      if (!first) return undefined;
      const [group, [next, ...others]] = first;
      groups.delete(group);
      if (others.length > 0) groups.set(group, others);
      if (next) waiting -= 1;
      return next;
    },
  };
}
