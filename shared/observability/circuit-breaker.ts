/** Watches calls to a dependency, and rejects new ones while it is unresponsive. */
export type CircuitBreaker = {
  /**
   * Returns the result of the work. Rejects with UnresponsiveError if it takes too long, or if too many calls are
   * pending. Work of several statements calls `heard` after each response, which restarts its timeout; `heard` returns
   * false if the caller was already rejected.
   */
  watch<Result>(work: (heard: () => boolean) => PromiseLike<Result>): Promise<Result>;
  isSilent(): boolean;
  /** While unresponsive: resolves after the next probe, whether it succeeded or failed. */
  probed(): Promise<void>;
  /** Number of pending calls. */
  waiting(): number;
  stop(): void;
};

export type Bounds = typeof USUAL;
type Waiting = { since: number; reject: (error: Error) => void };

const USUAL = {
  /**
   * Send a probe after this long without a response. This plus the probe's timeout, a second, is a request's timeout
   * while the dependency is silent: less than two seconds, as long as people wait before they press again.
   */
  doubtMs: 600,
  probeEveryMs: 250,
  /** Timeout of a single statement while others get responses (`slowMs`); after `stuckMs` it counts as stuck. */
  slowMs: 10_000,
  stuckMs: 120_000,
  waitingMax: 10_000,
  /** Whether an error is a response from the dependency. */
  isAnswer: (_error: unknown): boolean => false,
};
const LOOK_EVERY_MS = 100;
/** If this process itself was blocked for this long, silence means nothing: it could not receive responses. */
const ABSENT_MS = 1000;

/** No response in time. As with a lost connection, the outcome is unknown. */
export class UnresponsiveError extends Error {
  readonly code = "CONNECTION_SILENT";
  constructor() {
    super("there is no answer");
  }
}

/**
 * Sends a probe, on a connection of its own and with its own timeout, if calls are pending and no response has arrived
 * for `doubtMs`. If the probe fails too, the dependency is unresponsive: all pending and new calls are rejected at
 * once, and `giveUp` drops the connections. From then on only probes are sent, until one succeeds.
 */
export function circuitBreaker(
  probe: () => Promise<boolean>,
  giveUp: (why: "silent" | "stuck") => void,
  bounds: Partial<Bounds> = {},
): CircuitBreaker {
  const { doubtMs, probeEveryMs, slowMs, stuckMs, waitingMax, isAnswer } = { ...USUAL, ...bounds };
  /** Oldest first. */
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
