import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../../../api/platform/db/embedded.ts";
import { killed } from "./supervised.ts";

/** A Postgres separate from the service, which connects to it like to any external one. */
export type OwnPostgres = Awaited<ReturnType<typeof startOwnPostgres>>;

export async function startOwnPostgres(dataDir: string) {
  let running = await startEmbeddedPostgres({ dataDir });
  const pidFile = join(dataDir, "postgres/postmaster.pid");
  return {
    dataDir,
    url: running.url,
    socket: join(dataDir, "socket/.s.PGSQL.5432"),
    pid: () => Number(readFileSync(pidFile, "utf8").split("\n")[0]),
    /** Kills it. Data already passed to the system is still written, unlike at a power failure. */
    async kill(): Promise<void> {
      await killed(this.pid());
      await running.stop();
    },
    /** Stops it as an operator would. */
    stop: () => running.stop(),
    async start(): Promise<void> {
      running = await startEmbeddedPostgres({ dataDir });
    },
  };
}
