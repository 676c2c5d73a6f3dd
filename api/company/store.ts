import { connect } from "../db/connect.ts";

// Any number that no other program locks on; the same for every replica.
export const COMPANY_LOCK = 7_325_336;

export type CompanyStore = ReturnType<typeof companyStore>;

/**
 * Every process of the API holds one lock of Postgres's, shared, for as long as its connection lives. It has a
 * connection of its own that is never let go: the lock is the connection's.
 */
export function companyStore(url: string) {
  let client = open();

  function open() {
    return connect(url, {
      max: 1,
      max_lifetime: null,
      idle_timeout: 0,
      connect_timeout: 5,
      connection: { application_name: "tree-gifting company" },
    });
  }

  /** A connection that was lost is not trusted to come back by itself (see db/guard.ts). */
  async function orAnew<Result>(asked: PromiseLike<Result>): Promise<Result> {
    try {
      return await asked;
    } catch (error) {
      client.end({ timeout: 0 }).catch(() => {});
      client = open();
      throw error;
    }
  }

  return {
    /** Takes the lock, once for each connection. */
    async join(): Promise<void> {
      await orAnew(client`
        select pg_advisory_lock_shared(${COMPANY_LOCK})
        where not exists (select from pg_locks where ${holdsTheLock()} and pid = pg_backend_pid())`);
    },

    /** How many others hold the lock, and whether we still do: the connection may be another by now. */
    async look(): Promise<{ others: number; isKnown: boolean }> {
      const [seen] = await orAnew(client<{ others: number; is_known: boolean }[]>`
        select count(*) filter (where pid <> pg_backend_pid())::integer as others,
          coalesce(bool_or(pid = pg_backend_pid()), false) as is_known
        from pg_locks where ${holdsTheLock()}`);
      return { others: seen?.others ?? 0, isKnown: seen?.is_known ?? false };
    },

    leave: (): Promise<void> => client.end({ timeout: 5 }),
  };

  function holdsTheLock() {
    return client`
      locktype = 'advisory' and classid = 0 and objid = ${COMPANY_LOCK} and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())`;
  }
}
