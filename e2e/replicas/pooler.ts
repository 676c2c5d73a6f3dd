import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { pairHere, startPair } from "../../api/platform/db/replica-pair.test-utils.ts";
import { atTheEnd } from "../../test-support/stopping.ts";
import { createTree, listGifts } from "../fixtures/visitors.ts";
import type { Check } from "./check.ts";
import { exampleConfig } from "./example-config.ts";
import { newVariables, startApi, startFleet } from "./fleet.ts";
import { startPgbouncer } from "./programs.ts";
import { startRolling } from "./rolling-load.ts";

const PASSWORD = "a-password-for-the-pooler";
const POOL_SIZE = 20;
const BACK_WITHIN_MS = 8000;

export const pooler: Check = {
  name: "pooler",
  does: "two APIs and two sites connect to Postgres through PgBouncer in transaction mode; Postgres is killed and started again",
  needs: ["pgbouncer"],
  async run({ folder, port, pauseMs, say }) {
    const pairFolder = join(folder, "pair");
    mkdirSync(pairFolder);
    const pair = await startPair(pairFolder, ...pairHere([port + 2, port + 3]));
    atTheEnd(pair.stop);
    const direct = postgres(pair.first.url, { max: 1 });
    await direct.unsafe(`alter user tree password '${PASSWORD}'`);
    writeFileSync(join(folder, "userlist.txt"), `"tree" "${PASSWORD}"\n`);
    const ini = exampleConfig("postgres/pgbouncer.ini", { 5432: port + 2, 6432: port + 4 });
    await startPgbouncer(folder, ini.replace("/etc/pgbouncer/userlist.txt", join(folder, "userlist.txt")), port + 4);
    const pooled = { DATABASE_URL: `postgres://tree:${PASSWORD}@127.0.0.1:${port + 4}/tree` };

    const refused = {
      "an API without DATABASE_DIRECT_URL": await saidByApi(port + 5, pooled),
      "an API whose DATABASE_DIRECT_URL goes through the pooler too": await saidByApi(port + 5, {
        ...pooled,
        DATABASE_DIRECT_URL: pooled.DATABASE_URL,
      }),
      "an API whose DATABASE_DIRECT_URL names another database": await saidByApi(port + 5, {
        ...pooled,
        DATABASE_DIRECT_URL: pair.first.url.replace(/tree$/, "postgres"),
      }),
      "npm run restore without DATABASE_DIRECT_URL": saidByCommand(
        ["scripts/restore.ts", join(folder, "pgbouncer.ini")],
        pooled,
      ),
      "npm run keys without DATABASE_DIRECT_URL": saidByCommand(["scripts/keys.ts", "list"], pooled),
    };
    const [left] = await direct`select count(*)::integer as locks from pg_locks where locktype = 'advisory'`;

    const fleet = await startFleet(
      folder,
      { api: port + 10, site: port + 20, ops: port + 30, siteOps: port + 40 },
      {
        ...pooled,
        DATABASE_DIRECT_URL: pair.first.url,
        RATE_LIMITS: "off",
        API_INNER_URL: `http://127.0.0.1:${port + 10}`,
      },
    );
    const apis = [port + 10, port + 11].map((each) => `http://127.0.0.1:${each}`);
    const site = `http://127.0.0.1:${port + 20}`;
    const { code } = await createTree(site);
    const ids = await repeatsOfOneKey(apis, code);

    const load = await startRolling(site, pauseMs, () => {});
    await Bun.sleep(3000);
    const before = load.tally.failures.length;
    const [seen] = await direct`
      select count(*) filter (where application_name = 'tree-gifting')::integer as pooled,
        count(*) filter (where application_name = 'tree-gifting lock')::integer as locks_held
      from pg_stat_activity where client_port is not null`;
    await direct.end();
    await pair.first.kill();
    await Bun.sleep(1000);
    await pair.first.start();
    const backAt = performance.now();
    await firstAnswer(`${site}/v1/trees/${code}`);
    const backMs = performance.now() - backAt;
    await load.stop();

    const hanging = new Set<string>();
    for (const each of load.tally.shareCodes) for (const id of (await listGifts(site, each)).ids) hanging.add(id);
    const lost = [...load.tally.acknowledged].filter((id) => !hanging.has(id)).length;
    const odd = load.tally.failures.filter((failure) => !/: (503|502)|TimeoutError/.test(failure));
    for (const each of odd) say(each);
    for (const line of fleet.output().split("\n")) if (line.includes('"level":"error"')) say(line);
    return {
      summary: `${load.tally.acknowledged.size} gifts acknowledged; ${load.tally.failures.length} requests failed while Postgres was down`,
      expectations: [
        ...Object.entries(refused).map(([who, said]) => ({
          that: `${who} is refused with a message`,
          isSo: /set DATABASE_DIRECT_URL to|DATABASE_DIRECT_URL names another database/.test(said),
          measured: said.trim().slice(0, 100),
        })),
        {
          that: "no lock is left on the pooler's connections",
          isSo: left?.locks === 0,
          measured: `${left?.locks} are`,
        },
        { that: "fifty repeats of a key at two APIs create one gift", isSo: ids === 1, measured: String(ids) },
        { that: "nothing fails while Postgres is up", isSo: before === 0, measured: `${before} did` },
        {
          that: "Postgres has no more connections than the pooler's",
          isSo: seen?.pooled <= POOL_SIZE,
          measured: String(seen?.pooled),
        },
        { that: "both APIs hold the service's lock", isSo: seen?.locks_held === 2, measured: String(seen?.locks_held) },
        { that: "the service recovers by itself", isSo: backMs < BACK_WITHIN_MS, measured: `${backMs.toFixed(0)} ms` },
        { that: "meanwhile the answer is 503", isSo: odd.length === 0, measured: `${odd.length} others` },
        { that: "nothing acknowledged is lost", isSo: lost === 0, measured: `${lost} are` },
      ],
    };
  },
};

async function saidByApi(port: number, variables: Record<string, string>): Promise<string> {
  const api = startApi("an API", port, { ...newVariables(), ...variables });
  return api.start().then(
    () => "it started",
    () => api.output(),
  );
}

function saidByCommand(command: readonly string[], variables: Record<string, string>): string {
  const { stdout, stderr } = spawnSync(process.execPath, command, { env: { ...process.env, ...variables } });
  return `${stdout}${stderr}`;
}

async function firstAnswer(address: string): Promise<void> {
  while ((await fetch(address).catch(() => null))?.status !== 200) await Bun.sleep(50);
}

/** Returns how many gifts were created. */
async function repeatsOfOneKey(apis: readonly string[], shareCode: string): Promise<number> {
  const body = JSON.stringify({ shareCode, senderName: "Bob", message: "Hello", giftAssetId: "card" });
  const headers = { "content-type": "application/json", "idempotency-key": crypto.randomUUID() };
  const posts = Array.from({ length: 50 }, (_, i) =>
    fetch(`${apis[i % 2]}/v1/messages`, { method: "POST", headers, body }),
  );
  const answers = await Promise.all(posts);
  const served = answers.filter(({ status }) => status === 201);
  const ids = await Promise.all(served.map(async (answer) => (await answer.json()).data.id));
  return new Set(ids).size;
}
