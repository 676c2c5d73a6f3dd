import { afterAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { addYears } from "#contract/days";
import { dayIn, startOfDay } from "../../../shared/time-zones.ts";
import { testApp } from "../../app.test-utils.ts";
import { migrateDatabase } from "./migrate.ts";

const service = await testApp();
afterAll(() => service.close());

const NEXT_YEAR = addYears(dayIn("UTC", new Date()), 1);
const HOUR_MS = 3_600_000;
const right = startOfDay(NEXT_YEAR, "America/Vancouver");
const wrong = new Date(right.getTime() + HOUR_MS);

/** As if a version with other rules, and maybe with a zone of its own, had stored the tree. */
async function store(code: string, opensAt: Date, zone = "America/Vancouver"): Promise<void> {
  await service.database.execute(sql`
    insert into trees (share_code, owner_id, name, type, opening_day, time_zone, opens_at)
    select ${code}, id, 'A tree', 'birthday', ${NEXT_YEAR}, ${zone}, ${opensAt.toISOString()}::timestamptz from owners limit 1`);
}

async function stored(): Promise<Record<string, [opensAt: string, version: number]>> {
  const rows = await service.database.execute<{ code: string; moment: string; version: string }>(
    sql`select share_code as code, opens_at as moment, version from trees`,
  );
  return Object.fromEntries(
    rows.map(({ code, moment, version }) => [code, [new Date(moment).toISOString(), Number(version)]]),
  );
}

test("reckons the opening of closed trees again at the first start with other rules, and of no open one", async () => {
  await service.signedInOwner();
  const past = new Date(Date.now() - HOUR_MS);
  await store("wrong000", wrong);
  await store("right000", right);
  await store("open0000", past);
  await store("unknown0", wrong, "Atlantis/Capital");
  await service.database.execute(sql`update drizzle.applied_functions set hash = 'with rules of another year'`);
  await migrateDatabase(service.url);
  const after = {
    wrong000: [right.toISOString(), 2],
    right000: [right.toISOString(), 1],
    open0000: [past.toISOString(), 1],
    unknown0: [wrong.toISOString(), 1],
  };
  expect(await stored()).toEqual(after as never);

  await store("sameRule", wrong);
  await migrateDatabase(service.url);
  expect(await stored()).toEqual({ ...after, sameRule: [wrong.toISOString(), 1] } as never);
});
