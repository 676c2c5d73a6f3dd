/** Whether somebody answers whom we depend on: what they are asked is watched, and while they are silent nothing more is sent. */
export type CircuitBreaker = {
  /**
   * What the work gives, or UnresponsiveError where that takes too long, or where too much waits already. Work of several
   * statements tells of each answer by `heard`, and gets its time anew; false says that nobody waits for it any more.
   */
  watch<Result>(work: (heard: () => boolean) => PromiseLike<Result>): Promise<Result>;
  isSilent(): boolean;
  /** While they are silent: until the next probe has ended, whether it was answered or not. */
  probed(): Promise<void>;
  /** How many are waiting for an answer. */
  waiting(): number;
  stop(): void;
};

export type Bounds = typeof USUAL;
type Waiting = { since: number; reject: (error: Error) => void };

const USUAL = {
  /** Nothing was heard for so long: the probe is sent. With the probe's own time this is a request's patience. */
  doubtMs: 4000,
  probeEveryMs: 250,
  /** So long one statement may take while others are answered, until its caller is told; and until it counts as stuck. */
  slowMs: 10_000,
  stuckMs: 120_000,
  waitingMax: 10_000,
  /** Whether an error came from there. */
  isAnswer: (_error: unknown): boolean => false,
};
const LOOK_EVERY_MS = 100;
/** A process that was itself held up that long has heard nothing because it did not listen. */
const ABSENT_MS = 1000;

/** There was no answer in time. As with a lost connection, nobody knows what was done there. */
export class UnresponsiveError extends Error {
  readonly code = "CONNECTION_SILENT";
  constructor() {
    super("there is no answer");
  }
}

/**
 * Doubts one from whom nothing was heard while somebody waits, and then probes them on a connection of its own; the probe
 * is bounded by itself.
 * Where the probe fails too, they are silent: all who wait are told, whoever comes is told at once, and `giveUp`
 * drops the connections. From then on only the probe asks, until it is answered.
 */
export function circuitBreaker(
  probe: () => Promise<boolean>,
  giveUp: (why: "silent" | "stuck") => void,
  bounds: Partial<Bounds> = {},
): CircuitBreaker {
  const { doubtMs, probeEveryMs, slowMs, stuckMs, waitingMax, isAnswer } = { ...USUAL, ...bounds };
  /** Who has waited longest stands first. */
  const waiting = new Set<Waiting>();
  const forgotten = new Set<Waiting>();
  let heardAt = performance.now();
  let lookedAt = 0;
  let looking: Timer | undefined;
  let isSilent = false;
  let isProbing = false;
  let probed = Promise.withResolvers<void>();

  function look(): void {
    const now = performance.now();
    const absentMs = now - lookedAt > ABSENT_MS ? now - lookedAt : 0;
    lookedAt = now;
    for (const one of absentMs ? waiting : []) one.since += absentMs;
    for (const one of waiting) {
      if (now - one.since < slowMs) break;
      tell(one);
      forgotten.add(one);
    }
    const [oldest] = waiting;
    const quietSince = Math.max(heardAt, oldest?.since ?? now);
    if (now - quietSince >= doubtMs && !isProbing) checkNow();
    const [longest] = forgotten;
    if (longest && now - longest.since > stuckMs) {
      forgotten.clear();
      giveUp("stuck");
    }
    if (waiting.size + forgotten.size === 0) rest();
  }

  async function checkNow(): Promise<void> {
    isProbing = true;
    for (let isAnswered = false; !isAnswered && (looking || isSilent); ) {
      const askedAt = performance.now();
      isAnswered = (await probe().catch(() => false)) || (!isSilent && heardAt > askedAt);
      if (isAnswered) break;
      if (!isSilent) fallSilent();
      sayProbed();
      await Bun.sleep(probeEveryMs);
    }
    heardAt = performance.now();
    isSilent = false;
    isProbing = false;
    sayProbed();
  }

  function sayProbed(): void {
    probed.resolve();
    probed = Promise.withResolvers();
  }

  function fallSilent(): void {
    isSilent = true;
    for (const one of waiting) tell(one);
    forgotten.clear();
    giveUp("silent");
  }

  function tell(one: Waiting): void {
    waiting.delete(one);
    one.reject(new UnresponsiveError());
  }

  function rest(): void {
    clearInterval(looking);
    looking = undefined;
  }

  return {
    watch<Result>(work: (heard: () => boolean) => PromiseLike<Result>): Promise<Result> {
      if (isSilent || waiting.size >= waitingMax) return Promise.reject(new UnresponsiveError());
      if (!looking) {
        lookedAt = performance.now();
        looking = setInterval(look, LOOK_EVERY_MS);
      }
      return new Promise((resolve, reject) => {
        const one = { since: performance.now(), reject };
        waiting.add(one);
        const heard = () => {
          heardAt = performance.now();
          if (!waiting.delete(one)) return false;
          waiting.add(Object.assign(one, { since: heardAt }));
          return true;
        };
        const end = () => {
          waiting.delete(one);
          forgotten.delete(one);
        };
        work(heard).then(
          (result) => {
            heardAt = performance.now();
            end();
            resolve(result);
          },
          (error) => {
            if (isAnswer(error)) heardAt = performance.now();
            end();
            reject(error);
          },
        );
      });
    },
    isSilent: () => isSilent,
    probed: () => (isSilent ? probed.promise : Promise.resolve()),
    waiting: () => waiting.size,
    stop() {
      isSilent = false;
      rest();
    },
  };
}
