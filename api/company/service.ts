import type { Log } from "../log.ts";
import type { CompanyStore } from "./store.ts";

/** Whether other processes of the API use the same database. */
export type Company = { isAlone(): boolean };

/** For whoever does not know: what is kept in memory then counts only if the database confirms it. */
export const perhapsInCompany: Company = { isAlone: () => false };

/** A look counts for so long; who joins others waits until none of theirs can count any more. */
const LOOK_COUNTS_MS = 1000;
const LOOK_EVERY_MS = 300;
const JOIN_WAIT_MS = 2 * LOOK_COUNTS_MS;
/** Who was cut off from the database may find it again sooner than others that were, too: so long they may need. */
const FIND_BACK_MS = 6000;

/**
 * Makes this process known to others on the same database, and watches for them. Resolves when others that were there
 * before cannot take themselves for alone any more: only then may this one change anything.
 */
export async function joinCompany(store: CompanyStore, log: Log, elapsedMs: () => number = () => performance.now()) {
  let aloneUntil = Number.NEGATIVE_INFINITY;
  let togetherUntil = Number.NEGATIVE_INFINITY;
  let isLeaving = false;

  async function look(): Promise<{ others: number }> {
    // Counted from when it was asked: what came to be known since is not in the answer.
    const asked = elapsedMs();
    const { others, isKnown } = await store.look();
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
    async leave(): Promise<void> {
      isLeaving = true;
      aloneUntil = Number.NEGATIVE_INFINITY;
      await looking;
      await store.leave();
    },
  };
}
