import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../../../api/platform/db/embedded.ts";
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
    /** It does nothing any more; what it gave to the system is still written, other than where the power is cut. */
    async kill(): Promise<void> {
      await killed(this.pid());
      await running.stop();
    },
    /** As an operator does. */
    stop: () => running.stop(),
    async start(): Promise<void> {
      running = await startEmbeddedPostgres({ dataDir });
    },
  };
}
