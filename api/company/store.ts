import { answeredWithin } from "../db/answered-within.ts";
import { connect } from "../db/connect.ts";
import { GIVEN_UP_WHEN_LOST } from "../db/session.ts";
import type { BoardMark } from "./board.ts";
import { type GivenAlike, marksOf } from "./given-alike.ts";

// Any number that no other program locks on; the same for every replica.
export const COMPANY_LOCK = 7_325_336;
/** What takes a moment, and is of no use when it takes longer. */
const SILENT_AFTER_MS = 4000;

/** What a statement could see, as Postgres writes it (`pg_snapshot`). */
export type Snapshot = string;
/** `changed` holds codes; what ends in `*` stands for all that begin so. Where nothing was seen before, it holds none. */
export type News = { connection: number; snapshot: Snapshot; changed: string[] };
/** `others` do not share the board of this one; those `beside` it do. */
export type Look = News & { others: number; beside: number; isKnown: boolean; clockMs: number };
/** A row of the look, its codes in one text: an array would be read letter by letter, and under load there are thousands. */
type InOneText<Row extends News> = Omit<Row, "changed"> & { changed: string };
export type CompanyStore = ReturnType<typeof companyStore>;

/**
 * Every process of the API holds one lock of Postgres's, shared, for as long as its connection lives, and one for each
 * value that all must be given alike. It has a connection of its own that is never let go: locks are the connection's.
 */
export function companyStore(url: string, given: GivenAlike = {}, board: BoardMark | null = null) {
  const marks = marksOf(given);
  // A number that nobody holds.
  const { high, low } = board ?? { high: 0, low: 0 };
  let client = open();

  function open() {
    return connect(url, {
      max: 1,
      max_lifetime: null,
      idle_timeout: 0,
      connect_timeout: 5,
      // Statements are planned once, maybe when there was no news: after a crash, or on a quiet morning.
      connection: { application_name: "tree-gifting company", enable_seqscan: "off", ...GIVEN_UP_WHEN_LOST },
    });
  }

  /**
   * A connection that was lost is not trusted to come back by itself (see db/guard.ts), nor one on which nothing is heard: where
   * Postgres's machine is gone, the network says so after a quarter of an hour.
   */
  async function orAnew<Result>(asked: PromiseLike<Result>, withinMs?: number): Promise<Result> {
    try {
      return await (withinMs === undefined ? asked : answeredWithin(withinMs, asked));
    } catch (error) {
      client.end({ timeout: 0 }).catch(() => {});
      client = open();
      throw error;
    }
  }

  return {
    /** Takes the locks, and waits as long as a restore works there. */
    join: (): Promise<void> => takeLocks(),

    /** For one whose connection was lost: a restore may hold it up, and it looks again. */
    joinAgain: (): Promise<void> => takeLocks(SILENT_AFTER_MS),

    /** What another process was given otherwise, by name. */
    async givenOtherwise(): Promise<string[]> {
      const found = await orAnew(client<{ name: string }[]>`
        select distinct name from ${marksHere()}
        join pg_locks on classid = kind and objid <> mark and objsubid = 2 and ${isHeldHere()}`);
      return found.map(({ name }) => name);
    },

    /** How many others hold the lock, and the board's, whether we still do (the connection may be another by now), the time there, and the news. */
    async look(since: Snapshot | null): Promise<Look> {
      const looking = client<InOneText<Look>[]>`
        select count(*) filter (where pid <> pg_backend_pid() and not "isBeside")::integer as others,
          count(*) filter (where pid <> pg_backend_pid() and "isBeside")::integer as beside,
          coalesce(bool_or(pid = pg_backend_pid()), false) as "isKnown",
          (extract(epoch from clock_timestamp()) * 1000)::float8 as "clockMs", ${news(since)}
        from (
          select pid, pid in (select pid from pg_locks where ${isOnTheBoard()}) as "isBeside"
          from pg_locks where ${holdsTheLock()}
        ) as present`;
      const [seen] = await orAnew(looking, SILENT_AFTER_MS);
      return read(seen);
    },

    /** The news alone: a look for those who look all the time. */
    glance: async (since: Snapshot): Promise<News> =>
      read((await orAnew(client<InOneText<News>[]>`select ${news(since)}`, SILENT_AFTER_MS))[0]),

    leave: (): Promise<void> => client.end({ timeout: 5 }),
  };

  /** Once for each connection: the lock, and what was given here; the board's first: others without it are strangers. */
  async function takeLocks(withinMs?: number): Promise<void> {
    if (board) {
      const onBoard = client`
        select pg_advisory_lock_shared((${high}::bigint << 32) | ${low}::bigint)
        where not exists (select from pg_locks where ${isOnTheBoard()} and pid = pg_backend_pid())`;
      await orAnew(onBoard, withinMs);
    }
    const present = client`
      select pg_advisory_lock_shared(${COMPANY_LOCK})
      where not exists (select from pg_locks where ${holdsTheLock()} and pid = pg_backend_pid())`;
    await orAnew(present, withinMs);
    await orAnew(client`select pg_advisory_lock_shared(kind, mark) from ${marksHere()}`, withinMs);
  }

  /**
   * Which trees were changed by transactions that an earlier look could not see yet. A snapshot says exactly which those are, also
   * where one took long to commit; a moment in time would not.
   */
  function news(since: Snapshot | null) {
    return client`
      pg_backend_pid() as connection, pg_current_snapshot()::text as snapshot, (
        select coalesce(string_agg(share_code, ' '), '') from tree_changes
        where transaction >= pg_snapshot_xmin(${since}::pg_snapshot)
          and not pg_visible_in_snapshot(transaction, ${since}::pg_snapshot)
      ) as changed`;
  }

  function holdsTheLock() {
    return client`classid = 0 and objid = ${COMPANY_LOCK} and objsubid = 1 and ${isHeldHere()}`;
  }

  function isOnTheBoard() {
    return client`classid = ${high} and objid = ${low} and objsubid = 1 and ${isHeldHere()}`;
  }

  function isHeldHere() {
    return client`
      locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`;
  }

  function marksHere() {
    return client`jsonb_to_recordset(${client.json(marks)}) as marks (name text, kind integer, mark integer)`;
  }
}

function read<Row extends InOneText<News>>(row: Row | undefined): Omit<Row, "changed"> & { changed: string[] } {
  if (row === undefined) throw new Error("the database did not say who is there");
  return { ...row, changed: row.changed === "" ? [] : row.changed.split(" ") };
}
