import { existsSync } from "node:fs";
import { join } from "node:path";
import { chooseAccount } from "./embedded/account.ts";
import { findBinaries } from "./embedded/binaries.ts";
import { createCluster, refuseOtherMajor } from "./embedded/cluster.ts";
import { holdFolder, makeDataFolder } from "./embedded/data-folder.ts";
import { stopLeftover } from "./embedded/leftover.ts";
import type { PostgresLog } from "./embedded/log-file.ts";
import { runGuarded, startServer } from "./embedded/server.ts";
import { settings } from "./embedded/settings.ts";
import { makeSocketFolder } from "./embedded/socket.ts";

export { makeDataFolder };

/** A running Postgres: its URL, as Postgres's own tools read it (see connect.ts), and a function to stop it. */
export type EmbeddedPostgres = { url: string; stop(): Promise<void> };

/**
 * Starts the Postgres from the npm packages on `dataDir`, which is created at the first start.
 * Postgres ends with this process, however that ends. `onExit` is called if Postgres exits unexpectedly.
 * `isThrowAway` is for tests only: faster, but a crash of the machine may lose data.
 * Throws OperatorError with one sentence for the operator.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  onExit?: () => void;
  isThrowAway?: true;
}): Promise<EmbeddedPostgres> {
  const binaries = findBinaries();
  const folder = makeDataFolder(options.dataDir);
  const cluster = join(folder, "postgres");
  refuseOtherMajor(binaries.postgres, cluster);
  const hold = holdFolder(folder);
  try {
    const account = chooseAccount(binaries.postgres, folder, cluster);
    const socket = makeSocketFolder(folder, account);
    const takenPid = await stopLeftover(cluster, socket);
    if (!existsSync(cluster)) await createCluster(binaries, account, folder, cluster);

    const command = [binaries.postgres, "-D", cluster, ...settings(socket.path, options.isThrowAway)];
    const run = (log: PostgresLog) => runGuarded(account, command, log.descriptor, takenPid);
    const server = await startServer(run, cluster, join(folder, "postgres.log"));

    let stopping: Promise<void> | undefined;
    const stop = () => {
      // Only once: after the release, another start may hold the folder.
      stopping ??= server.stop().then(() => {
        socket.remove();
        hold.release();
      });
      return stopping;
    };
    server.exited.then(async () => {
      if (stopping) return;
      await stop();
      options.onExit?.();
    });
    return { url: socket.url, stop };
  } catch (error) {
    hold.release();
    throw error;
  }
}
