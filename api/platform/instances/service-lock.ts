import { createHmac } from "node:crypto";
import type { Log } from "../../../shared/observability/log.ts";
import { type DatabaseClock, databaseClock } from "../clock.ts";
import { answeredWithin } from "../db/answered-within.ts";
import { GIVEN_UP_WHEN_LOST } from "../db/client.ts";
import { connect } from "../db/connect.ts";

/**
 * Advisory lock that every API process holds in shared mode, and a restore in exclusive mode. An arbitrary unused
 * number.
 */
export const SERVICE_LOCK = 7_325_336;

/** Settings that must be equal in all processes on one database, by variable name; null if not set. */
export type SharedSettings = Readonly<Record<string, string | null>>;

/** An advisory lock that announces a setting: `kind` identifies the variable, `mark` is a hash of the value. */
type Mark = { name: string; kind: number; mark: number };

const GIVEN_OTHERWISE = "another process on this database has a different value; all need the same";
const CLOCK_IS_OFF =
  "this machine's clock is more than a minute off the database's: set it; until then, this process is not ready and runs no jobs";
/** Timeout of the periodic check, whose queries normally take a moment. */
const SILENT_AFTER_MS = 4000;

type Dependencies = { url: string; given?: SharedSettings; log: Log; clock?: DatabaseClock };

/**
 * Announces this process to restores and to other API processes on the database. It holds one shared lock, plus one for
 * each setting that all processes must share, on its own connection, since the locks belong to the connection.
 */
export function serviceLock({ url, given = {}, log, clock = databaseClock() }: Dependencies) {
  const marks = marksOf(given);
  let client = open();
  let isClockOff = false;

  function open() {
    return connect(url, {
      max: 1,
      max_lifetime: null,
      idle_timeout: 0,
      connect_timeout: 5,
      connection: { application_name: "tree-gifting lock", ...GIVEN_UP_WHEN_LOST },
    });
  }

  /** Replaces a lost or unresponsive connection: if its machine is down, the network reports that only much later. */
  async function orReconnect<Result>(query: PromiseLike<Result>, withinMs?: number): Promise<Result> {
    try {
      return await (withinMs === undefined ? query : answeredWithin(withinMs, query));
    } catch (error) {
      client.end({ timeout: 0 }).catch(() => {});
      client = open();
      throw error;
    }
  }

  /** Takes the locks that this connection does not hold yet. */
  async function take(withinMs?: number): Promise<void> {
    const lock = client`
      select pg_advisory_lock_shared(${SERVICE_LOCK}) where not exists (
        select from pg_locks where classid = 0 and objid = ${SERVICE_LOCK} and objsubid = 1 and pid = pg_backend_pid() and ${isHere()}
      )`;
    await orReconnect(lock, withinMs);
    const others = client`
      select pg_advisory_lock_shared(kind, mark) from ${marksHere()} where not exists (
        select from pg_locks where classid = kind and objid = mark and objsubid = 2 and pid = pg_backend_pid() and ${isHere()}
      )`;
    await orReconnect(others, withinMs);
  }

  /** Sets the clock by the database's. Tells once when this machine's differs, and again only after they agreed. */
  async function compareClocks(): Promise<void> {
    const beforeMs = performance.now();
    const query = client<
      { clockMs: number }[]
    >`select (extract(epoch from clock_timestamp()) * 1000)::float8 as "clockMs"`;
    const [read] = await orReconnect(query, SILENT_AFTER_MS);
    if (!read) throw new Error("the database did not say its time");
    clock.compare(read.clockMs, beforeMs, performance.now());
    if (clock.isOff() && !isClockOff) log.error(CLOCK_IS_OFF, { secondsAhead: Math.round(clock.aheadMs() / 1000) });
    isClockOff = clock.isOff();
  }

  function isHere() {
    return client`
      locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`;
  }

  function marksHere() {
    return client`jsonb_to_recordset(${client.json(marks)}) as marks (name text, kind integer, mark integer)`;
  }

  return {
    /** Takes the locks, and the database's time; waits while a restore is in progress. */
    async take(): Promise<void> {
      await take();
      await compareClocks();
    },

    /** Warns if another process has different values. */
    async warnOfOthers(): Promise<void> {
      const found = await orReconnect(client<{ name: string }[]>`
        select distinct name from ${marksHere()}
        join pg_locks on classid = kind and objid <> mark and objsubid = 2 and ${isHere()}`);
      for (const { name } of found) log.warn(GIVEN_OTHERWISE, { variable: name });
    },

    /** To be called every few seconds: takes the locks again if the connection was lost, and compares the clocks. */
    async check(): Promise<void> {
      await take(SILENT_AFTER_MS);
      await compareClocks();
    },

    release: (): Promise<void> => client.end({ timeout: 5 }),
  };
}

// Arbitrary unused numbers: one per variable, counting up from here.
const FIRST_KIND = 7_325_337;
const MARKS = 2 ** 31;

/** Computes the marks. A mark reveals nothing about its value, except whether another is equal. */
const marksOf = (given: SharedSettings): Mark[] =>
  Object.entries(given).map(([name, value], i) => {
    const mark =
      createHmac("sha256", value ?? "")
        .update(`given alike: ${name}`)
        .digest()
        .readUInt32BE() % MARKS;
    return { name, kind: FIRST_KIND + i, mark };
  });
