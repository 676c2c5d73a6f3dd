import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../../../api/db/embedded.ts";
import { killed } from "./supervised.ts";

/** A Postgres apart from the service, which the service reaches as any operator's. */
export type OwnPostgres = Awaited<ReturnType<typeof startOwnPostgres>>;

export async function startOwnPostgres(dataDir: string) {
  let running = await startEmbeddedPostgres({ dataDir });
  const pidFile = join(dataDir, "postgres/postmaster.pid");
  return {
    dataDir,
    url: running.url,
    socket: join(dataDir, "socket/.s.PGSQL.5432"),
    pid: () => Number(readFileSync(pidFile, "utf8").split("\n")[0]),
    /** As when the machine loses its power: nothing is written any more. */
    async kill(): Promise<void> {
      await killed(this.pid());
      await running.stop();
    },
    /** As an operator does. */
    stop: () => running.stop(),
    async start(): Promise<void> {
      running = await startEmbeddedPostgres({ dataDir });
    },
    isRunning: () => existsSync(pidFile),
  };
}
