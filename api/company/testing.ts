import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { systemClock } from "../clock.ts";
import { closeDatabase, type Database, openDatabase } from "../db/client.ts";
import { testDatabase } from "../db/testing.ts";
import { createLog } from "../log.ts";
import type { Measures } from "../ops/measures.ts";
import { worldOn } from "../testing.ts";
import { openBoard, ownBoard } from "./board.ts";
import { type Company, joinCompany } from "./service.ts";
import { companyStore } from "./store.ts";

/** A process's company on that database. */
export const companyOn = (url: string, clock = systemClock, log = createLog("error", () => {}), board = ownBoard()) =>
  joinCompany(companyStore(url, {}, board.mark), log, clock, board);

/** Ends the connections by which processes know of each other. */
export const cutAllOff = (database: Database) =>
  database.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'tree-gifting company'`,
  );

export async function afterNextLook({ heardAgoMs }: Company): Promise<void> {
  const began = performance.now();
  while (performance.now() - heardAgoMs() <= began) await Bun.sleep(1);
}

/** The API on a database of its own, in a process that hears of changes there, and knows that it is alone. */
export async function testCompany() {
  const { url, database, close } = await testDatabase();
  const counters = openDatabase(url, 2);
  const folder = mkdtempSync(join(tmpdir(), "board-"));
  const company = await companyOn(url, undefined, undefined, openBoard(folder));
  while (!company.isAlone()) await Bun.sleep(20);
  const worldMeasured = (measures?: Measures, heardBy = company) =>
    worldOn(database, {}, counters, undefined, heardBy, measures);

  return {
    url,
    /** Whoever has it, too, is on the board of this process. */
    folder,
    database,
    company,
    world: worldMeasured(),
    /** Another program's API on the same database, by its own company or the same, with a memory of its own. */
    worldMeasured,
    /** Until a look that was asked for from now on is answered: all that was changed before is known. */
    afterNextLook: () => afterNextLook(company),
    async close(): Promise<void> {
      await company.leave();
      await closeDatabase(counters);
      await close();
      rmSync(folder, { recursive: true });
    },
  };
}
