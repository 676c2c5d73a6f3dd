import { connect } from "./connect.ts";

/**
 * Whether the address leads to Postgres through a pooler such as PgBouncer, behind which a session lock has no owner. A
 * pooler reports another backend pid when a connection starts than Postgres does in a query.
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
