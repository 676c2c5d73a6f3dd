import type { Log } from "../log.ts";
import type { CompanyStore, Snapshot } from "./store.ts";

/** Who else uses the same database, and what trees are changed there: by this process, by others, or past the API. */
export type Company = {
  /** Whether no other process of the API uses the database. */
  isAlone(): boolean;
  /** How many milliseconds ago the last look was sent: every change that was there then has been told. */
  heardAgoMs(): number;
  /** Calls back with the codes of trees that were changed (`aB*` for all that begin so), or with null where that may be any. */
  onChange(tell: (shareCodes: readonly string[] | null) => void): void;
};

/** For whoever does not know: what is kept in memory then counts only if the database confirms it. */
export const perhapsInCompany: Company = {
  isAlone: () => false,
  heardAgoMs: () => Number.POSITIVE_INFINITY,
  onChange: () => {},
};

/** A look counts for so long; who joins others waits until none of theirs can count any more. */
const LOOK_COUNTS_MS = 1000;
const LOOK_EVERY_MS = 300;
const JOIN_WAIT_MS = 2 * LOOK_COUNTS_MS;
/** Who was cut off from the database may find it again sooner than others that were, too: so long they may need. */
const FIND_BACK_MS = 6000;
/** Which trees were changed is swept after twice as long (trees/sweep-changes.ts): who has not looked for so long begins anew. */
export const CHANGES_HOLD_MS = 10_000;

/**
 * Makes this process known to others on the same database, and watches for them, and for changes. Resolves when others that were
 * there before cannot take themselves for alone any more: only then may this one change anything.
 */
export async function joinCompany(store: CompanyStore, log: Log, elapsedMs: () => number = () => performance.now()) {
  const listeners: Parameters<Company["onChange"]>[0][] = [];
  let aloneUntil = Number.NEGATIVE_INFINITY;
  let togetherUntil = Number.NEGATIVE_INFINITY;
  let heardAt = Number.NEGATIVE_INFINITY;
  let seen: Snapshot | null = null;
  let isLeaving = false;

  async function look(): Promise<{ others: number }> {
    // Counted from when it was asked: what came to be known since is not in the answer.
    const asked = elapsedMs();
    const since = asked - heardAt <= CHANGES_HOLD_MS ? seen : null;
    // Where this fails, nobody knows what was missed.
    seen = null;
    const { others, isKnown, snapshot, changed } = await store.look(since);
    // Another connection may lead to another host, whose snapshots are its own.
    for (const tell of listeners) tell(since !== null && isKnown ? changed : null);
    if (isKnown) seen = snapshot;
    heardAt = asked;
    if (!isKnown) togetherUntil = asked + FIND_BACK_MS;
    const isAlone = isKnown && others === 0 && asked > togetherUntil;
    aloneUntil = isAlone ? asked + LOOK_COUNTS_MS : Number.NEGATIVE_INFINITY;
    if (!isKnown) await store.join();
    return { others };
  }

  async function keepLooking(): Promise<void> {
    while (!isLeaving) {
      await Bun.sleep(LOOK_EVERY_MS);
      // While the database is away nobody is alone: the last look soon counts no more.
      if (!isLeaving) await look().catch(() => {});
    }
  }

  await store.join();
  const { others } = await look();
  if (others > 0) {
    log.info("other processes use this database: joining them");
    await Bun.sleep(JOIN_WAIT_MS);
  }
  const looking = keepLooking();
  return {
    isAlone: () => elapsedMs() < aloneUntil,
    heardAgoMs: () => elapsedMs() - heardAt,
    onChange: (tell: Parameters<Company["onChange"]>[0]) => {
      listeners.push(tell);
    },
    async leave(): Promise<void> {
      isLeaving = true;
      aloneUntil = Number.NEGATIVE_INFINITY;
      await looking;
      await store.leave();
    },
  };
}
