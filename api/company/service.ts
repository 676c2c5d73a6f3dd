import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { type Board, ownBoard } from "./board.ts";
import type { CompanyStore, Look, News, Snapshot } from "./store.ts";

/** Who else uses the same database, and what trees are changed there: by this process, by others, or past the API. */
export type Company = {
  /** Whether every change is known here that anybody was told is done: then what is remembered is as good as the database. */
  isUpToDate(): boolean;
  /** How many milliseconds ago changes were last asked for: every one that was there then has been told. */
  heardAgoMs(): number;
  /** Calls back with the codes of trees that were changed (`aB*` for all that begin so), or with null where that may be any. */
  onChange(tell: (shareCodes: readonly string[] | null) => void): void;
  /** For whoever changed something: resolves when no other process can answer any more from what it remembered before. */
  untilHeard(): Promise<void>;
  /** Where the processes of this machine show each other their changes: what is remembered counts only while nothing new stands there. */
  board: Board;
};

/** For whoever does not know: what is kept in memory then counts only if the database confirms it. */
export const perhapsInCompany: Company = {
  isUpToDate: () => false,
  heardAgoMs: () => Number.POSITIVE_INFINITY,
  onChange: () => {},
  untilHeard: async () => {},
  board: ownBoard(),
};

const GIVEN_OTHERWISE = "another process on this database was given another value: all need the same";

const CLOCK_IS_OFF = "this machine's clock is not the database's: limits do not hold where clocks are a minute apart";
const CLOCK_OFF_MS = 5000;

/** A look counts for so long; who joins others waits until none of theirs can count any more. */
const LOOK_COUNTS_MS = 1000;
const LOOK_EVERY_MS = 300;
const JOIN_WAIT_MS = 2 * LOOK_COUNTS_MS;
/** Who was cut off from the database may find it again sooner than others that were, too: so long they may need. */
const FIND_BACK_MS = 6000;
/** Who has just come, or saw others, is alone only when it saw nobody for so long: who was cut off meanwhile has noticed. */
const ALONE_AFTER_MS = 1000;
const SURE_FOR_MS = 2 * LOOK_EVERY_MS;
/** In company a process counts as up to date for so long after it asked, and whoever changes something waits as long. */
const NEWS_COUNT_MS = 30;
const GLANCE_EVERY_MS = 10;
/** It asks that often only while somebody wants to know. */
const WANTED_FOR_MS = 1000;
/** Which trees were changed is swept after twice as long (trees/sweep-changes.ts): who has not looked for so long begins anew. */
export const CHANGES_HOLD_MS = 10_000;

/**
 * Makes this process known to others on the same database, and watches for them, and for changes. Resolves when others that were
 * there before cannot take themselves for alone any more: only then may this one change anything.
 *
 * Nobody tells anybody anything: each asks the database, and trusts what it remembers for as long as all others wait, after a
 * change, before they say that it is done. Who is alone need neither ask often nor wait: alone with those on the same board,
 * for what they change is seen there at once.
 */
export async function joinCompany(store: CompanyStore, log: Log, clock: Clock, board: Board = ownBoard()) {
  const elapsedMs = () => performance.now();
  const listeners: Parameters<Company["onChange"]>[0][] = [];
  let aloneUntil = Number.NEGATIVE_INFINITY;
  /** Until then others, which do not know of this one, may take themselves for alone. */
  let unseenUntil = Number.POSITIVE_INFINITY;
  let togetherUntil = Number.NEGATIVE_INFINITY;
  /** Since when no look saw others. */
  let nobodySince: number | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let heardAt = Number.NEGATIVE_INFINITY;
  let wantedAt = Number.NEGATIVE_INFINITY;
  let seen: (News & { at: number }) | null = null;
  let isKnown = false;
  let isLeaving = false;
  let isClockSaid = false;

  /** What was seen last, unless that is too long ago. Where nothing comes of the look, nobody knows what it missed. */
  function takeSeen(now: number): Snapshot | null {
    const since = seen && now - seen.at <= CHANGES_HOLD_MS ? seen.snapshot : null;
    seen = null;
    return since;
  }

  /** Counted from when it was asked: what came to be known since is not in the answer. */
  function hear(news: News, asked: number, isSequel: boolean): void {
    for (const tell of listeners) tell(isSequel ? news.changed : null);
    seen = { ...news, at: asked };
    heardAt = asked;
  }

  /** Said once, until the clock was right again. */
  function compareClocks(theirsMs: number, oursBeforeMs: number): void {
    const offMs = Math.max(oursBeforeMs - theirsMs, theirsMs - clock().getTime());
    if (offMs > CLOCK_OFF_MS && !isClockSaid) log.warn(CLOCK_IS_OFF, { seconds: Math.round(offMs / 1000) });
    isClockSaid = offMs > CLOCK_OFF_MS;
  }

  async function look(): Promise<{ others: number; beside: number }> {
    const asked = elapsedMs();
    const askedByClockMs = clock().getTime();
    const since = takeSeen(asked);
    const found: Look = await store.look(since).catch((error) => {
      isKnown = false;
      aloneUntil = Number.NEGATIVE_INFINITY;
      throw error;
    });
    compareClocks(found.clockMs, askedByClockMs);
    // Another connection may lead to another host, whose snapshots are its own.
    hear(found, asked, since !== null && found.isKnown);
    if (found.isKnown && !isKnown) unseenUntil = elapsedMs() + LOOK_COUNTS_MS + LOOK_EVERY_MS;
    isKnown = found.isKnown;
    lookedAt = asked;
    if (!isKnown) togetherUntil = asked + FIND_BACK_MS;
    nobodySince = found.others > 0 ? null : (nobodySince ?? asked);
    const isAlone = isKnown && nobodySince !== null && asked - nobodySince > ALONE_AFTER_MS && asked > togetherUntil;
    aloneUntil = isAlone ? asked + LOOK_COUNTS_MS : Number.NEGATIVE_INFINITY;
    if (!isKnown) await store.joinAgain();
    return found;
  }

  async function glance(): Promise<void> {
    const asked = elapsedMs();
    const connection = seen?.connection;
    const since = takeSeen(asked);
    if (since === null) return;
    const news = await store.glance(since);
    // The lock went with its connection: the next look will tell.
    if (news.connection !== connection) return;
    hear(news, asked, true);
  }

  async function keepLooking(): Promise<void> {
    while (!isLeaving) {
      await Bun.sleep(GLANCE_EVERY_MS);
      if (isLeaving) break;
      const now = elapsedMs();
      const isWanted = now - wantedAt < WANTED_FOR_MS && !isAlone();
      // While the database is away nobody is up to date: the last look soon counts no more.
      if (now - lookedAt >= LOOK_EVERY_MS || seen === null) await look().catch(() => Bun.sleep(LOOK_EVERY_MS));
      else if (isWanted) await glance().catch(() => {});
    }
  }

  const isAlone = () => elapsedMs() < aloneUntil;
  const heardAgoMs = () => elapsedMs() - heardAt;

  await store.join();
  const { others, beside } = await look();
  if (others + beside > 0) {
    log.info("other processes use this database: joining them", { onThisMachine: beside });
    for (const name of await store.givenOtherwise()) log.warn(GIVEN_OTHERWISE, { variable: name });
    // Those on the same board need not stop to think so, but changes of its first second would have to wait (`unseenUntil`).
    await Bun.sleep(JOIN_WAIT_MS);
  }
  const looking = keepLooking();
  return {
    board,
    isAlone,
    heardAgoMs,
    isUpToDate(): boolean {
      if (isAlone()) return true;
      const now = elapsedMs();
      wantedAt = now;
      return isKnown && now > togetherUntil && now > unseenUntil && now - heardAt <= NEWS_COUNT_MS;
    },
    onChange: (tell: Parameters<Company["onChange"]>[0]) => {
      listeners.push(tell);
    },
    async untilHeard(): Promise<void> {
      if (isAlone()) return;
      const isSeen = isKnown && elapsedMs() > unseenUntil && heardAgoMs() <= SURE_FOR_MS;
      // A timer may fire a little early.
      await Bun.sleep((isSeen ? NEWS_COUNT_MS : LOOK_COUNTS_MS) + 2);
    },
    async leave(): Promise<void> {
      isLeaving = true;
      isKnown = false;
      aloneUntil = Number.NEGATIVE_INFINITY;
      await looking;
      await store.leave();
    },
  };
}
