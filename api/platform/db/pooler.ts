import { connect } from "./connect.ts";

/**
 * Whether the address leads to Postgres through a pooler such as PgBouncer, by which a lock is nobody's own: a pooler names
 * another process at the start of a connection than Postgres does within it.
 */
export async function leadsThroughPooler(url: string): Promise<boolean> {
  const client = connect(url, { max: 1, fetch_types: false, prepare: false });
  try {
    const seen = await client<{ pid: number }[]>`select pg_backend_pid() as pid`;
    return seen[0]?.pid !== seen.state.pid;
  } finally {
    await client.end();
  }
}
