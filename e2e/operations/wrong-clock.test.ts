import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addDays } from "#contract/days";
import { freePort } from "../../scripts/free-port.ts";
import { dayIn } from "../../shared/time-zones.ts";
import {
  databaseUrlOf,
  greeted,
  newDataDir,
  removeDataDir,
  type SecondApi,
  type Service,
  startSecondApi,
  startService,
  stop,
} from "../../test-support/running-service.ts";
import { addGift, createTree, readTexts } from "../fixtures/visitors.ts";

// Two APIs on one database. The clock of the second one's machine is 29 days ahead.
const AHEAD_MS = 29 * 86_400_000;
const folder = newDataDir();
const elsewhere = newDataDir();
const clockFile = join(elsewhere, "shift");
let service: Service;
let wrong: SecondApi;
let opsPort: number;
let database: InstanceType<typeof Bun.SQL>;

beforeAll(async () => {
  service = await greeted(await startService(folder));
  database = new Bun.SQL(databaseUrlOf(folder));
  opsPort = await freePort();
}, 120_000);
afterAll(async () => {
  await database.end();
  await wrong?.stop();
  await stop(service);
  removeDataDir(folder);
  removeDataDir(elsewhere);
}, 60_000);

const ops = async (path: string) => (await fetch(`http://127.0.0.1:${opsPort}${path}`)).text();
const lastSuccess = async (job: string) =>
  new RegExp(`^tree_api_job_last_success_timestamp_seconds\\{job_name="${job}"\\} (\\S+)`, "m").exec(
    await ops("/metrics"),
  )?.[1];
const sessions = async () => (await database`select token, expires_at from owner_sessions order by token`).length;
const mailsOf = (dataDir: string) =>
  existsSync(join(dataDir, "outbox"))
    ? readdirSync(join(dataDir, "outbox")).filter((name) => name.endsWith(".eml"))
    : [];

async function startWrong(): Promise<void> {
  writeFileSync(clockFile, String(AHEAD_MS));
  wrong = await startSecondApi(folder, {
    DATA_DIR: elsewhere,
    OPS_PORT: String(opsPort),
    SHIFTED_CLOCK_FILE: clockFile,
    BUN_OPTIONS: `--preload=${join(import.meta.dir, "../chaos/harness/shifted-clock.ts")}`,
  });
}

test("a process whose clock is ahead opens nothing, sends nothing, deletes nothing and ends no session", async () => {
  const openingDay = addDays(dayIn("UTC", new Date()), 10);
  const tree = await createTree(service.site, { timeZone: "UTC", openingDay });
  await addGift(service.api, tree.code, "Not before its day");
  await database`update owners set email_verified = true`;
  const before = { sessions: await sessions(), keys: (await database`select from address_keys`).length };
  await startWrong();

  expect(await ops("/readyz")).toBe("clock\n");
  expect(await ops("/metrics")).toMatch(/^tree_api_clock_ahead_seconds 2505\d{3}/m);
  expect(wrong.output()).toContain("this machine's clock is more than a minute off the database's");
  expect((await (await fetch(`${wrong.api}/v1/trees/${tree.code}`)).json()).data.isOpen).toBe(false);
  expect(await readTexts(wrong.api, tree)).toEqual([null]);
  expect(await addGift(wrong.api, tree.code, "Left through the wrong one")).toBeString();

  // Mails are looked for every two seconds, and this check runs every five.
  const [check, mails] = [await lastSuccess("service lock check"), await lastSuccess("mails")];
  while ((await lastSuccess("service lock check")) === check) await Bun.sleep(100);
  expect(await lastSuccess("mails")).toBe(mails as string);
  expect(mailsOf(elsewhere)).toEqual([]);

  expect({ sessions: await sessions(), keys: (await database`select from address_keys`).length }).toEqual(before);
  expect([...(await database`select is_opening_told, is_reminder_told from trees`)]).toEqual([
    { is_opening_told: false, is_reminder_told: false },
  ]);
  expect(await readTexts(service.api, tree)).toEqual([null, null]);

  // A session that begins there is as long as others.
  const other = await createTree(wrong.api, { timeZone: "UTC", openingDay });
  expect(await readTexts(service.api, other)).toEqual([]);
  const [latest] =
    await database`select extract(day from max(expires_at) - now())::integer as days from owner_sessions`;
  expect(latest.days).toBe(6);
  writeFileSync(clockFile, "0");
  while ((await ops("/readyz")) !== "ok\n") await Bun.sleep(100);
}, 120_000);
