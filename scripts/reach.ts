import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { COMPANY_LOCK } from "../api/company/store.ts";
import { connect } from "../api/db/connect.ts";
import { runningDatabase } from "../api/db/embedded/socket.ts";
import { CannotStart, startEmbeddedPostgres } from "../api/db/embedded.ts";
import { addressOfItsOwn } from "../api/db/own-connection.ts";
import type { Settings } from "./start/settings.ts";

/** The address of the service's database: the one that is named, or the embedded one, started where it does not run. */
export async function withDatabaseUrl(
  { databaseUrl, directUrl, dataDir }: Settings,
  { mayMake }: { mayMake: boolean },
  work: (url: string) => Promise<void>,
): Promise<void> {
  if (databaseUrl) return work(await addressOfItsOwn({ databaseUrl, directUrl }));
  const isThere = existsSync(join(dataDir, "postgres"));
  if (!isThere && !mayMake) {
    throw new CannotStart(
      `There is no database in ${dataDir} yet: npm start makes one, or DATA_DIR names another folder.`,
    );
  }
  const running = isThere ? await runningDatabase(realpathSync(dataDir)) : null;
  if (running) return work(running);
  const embedded = await startEmbeddedPostgres({ dataDir });
  try {
    await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}

/** Each process of the API holds a lock for as long as it lives. */
export async function refuseRunningService(url: string): Promise<void> {
  const client = connect(url, { max: 1 });
  try {
    const [seen] = await client`
      select count(*)::integer as processes from pg_locks
      where locktype = 'advisory' and classid = 0 and objid = ${COMPANY_LOCK} and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())`;
    if (seen?.processes > 0) throw new CannotStart("The service runs on this database: stop it first.");
  } finally {
    await client.end();
  }
}
