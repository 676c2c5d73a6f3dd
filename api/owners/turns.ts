import { Refusal } from "#contract/errors";

/** Lets so many do something costly at once, and so many wait for it; whoever comes beyond is refused with `too_busy`. */
export function turns(atOnce: number, waitingMax: number) {
  const waiting: (() => void)[] = [];
  let busy = 0;

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (busy >= atOnce) {
      if (waiting.length >= waitingMax) throw new Refusal("too_busy");
      // Whoever ends hands their place on, so `busy` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      busy += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}
