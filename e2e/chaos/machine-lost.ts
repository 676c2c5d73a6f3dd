import { join } from "node:path";
import postgres from "postgres";
import { begunIn, longestOf, secondsOf } from "./harness/attempts.ts";
import { type Fault, type Field, want, wantStaysUp, wantTurnedAway } from "./harness/fault.ts";
import type { Letter } from "./harness/letters.ts";
import type { Send } from "./harness/load.ts";
import { type Machine, THERE } from "./harness/machines.ts";
import { FIRST_PORT } from "./harness/supervised.ts";
import { byApi } from "./harness/ways-to-send.ts";

const ROOT = join(import.meta.dir, "../..");
const PORT = FIRST_PORT + 7;
const SENDERS_THERE = 8;
const STARTED_WITHIN_MS = 20_000;
const CAUGHT_WITHIN_MS = 60_000;
const GIVEN_UP_WITHIN_MS = 20_000;
const WATCHED_FOR_MS = 90_000;

export const machineLost: Fault = {
  name: "machine-lost",
  does: "a second machine, with an API that 8 people post to and an owner deletes gifts through, loses power and network in the middle of a transaction that locks a tree, while 16 people post to the first",
  place: { database: "shared" },
  async trouble(field) {
    const { service, load, otherMachine, apart, now, say } = field;
    if (!otherMachine || !apart) throw new Error("there is no other machine");
    const api = await startApiThere(field, otherMachine);
    const sql = postgres(apart.url(), { max: 1 });
    const posting = postThere(field);
    const caught = await catchHolding(sql, api.pid);
    const from = now();
    otherMachine.vanish();
    posting.lose();
    say(caught ? "the machine is lost, and its transaction locks a tree" : "the machine is lost, and it locks nothing");
    const watchUntil = from + WATCHED_FOR_MS;
    while ((await connectionsFromThere(sql)) > 0 && now() < watchUntil) await Bun.sleep(100);
    const until = now();
    await sql.end();
    await posting.arrived();

    const refused = begunIn(load.attempts, from, until).filter(({ status }) => status !== 201);
    return {
      from,
      until,
      expectations: [
        want("it was lost while it locked a tree", caught, "it locked none"),
        want("posts to that tree are refused", refused.length > 0, "none was"),
        wantTurnedAway(refused),
        want("its locks are released within 20 s", until - from < GIVEN_UP_WITHIN_MS, secondsOf(until - from)),
        wantStaysUp(service),
      ],
      summary: `the lost machine's locks were released after ${secondsOf(until - from)}; meanwhile ${refused.length} posts to that tree were refused, the slowest after ${secondsOf(longestOf(refused))}.`,
    };
  },
};

async function startApiThere({ dataDir, variables }: Field, machine: Machine) {
  const { PATH = "", HOME = "" } = process.env;
  const own = { DATA_DIR: join(dataDir, "there"), API_PORT: String(PORT), RATE_LIMITS: "off" };
  const api = machine.run([process.execPath, join(ROOT, "api/main.ts")], { PATH, HOME, ...variables, ...own });
  const status = () => fetch(`http://${THERE}:${PORT}/v1/status`);
  for (const end = performance.now() + STARTED_WITHIN_MS; performance.now() < end; await Bun.sleep(100)) {
    if ((await status().catch(() => null))?.ok) return api;
  }
  throw new Error("the API on the other machine did not start");
}

/**
 * Senders on the other machine; a gift without an answer is sent to the first machine. Beside them the trees' owner
 * deletes gifts that do not exist: of all operations that lock a tree, this one takes several statements.
 */
function postThere({ service, load, look, shareCodes, cookie }: Field) {
  const here = byApi({ ...service, look });
  const there = byApi({ ...service, api: `http://${THERE}:${PORT}`, look });
  const lost = Promise.withResolvers<null>();
  let isLost = false;

  async function hasArrived(letter: Letter, answer: Promise<Awaited<ReturnType<Send>> | null>): Promise<boolean> {
    const id = (await answer.catch(() => null))?.id;
    if (id) letter.ids.add(id);
    return id !== undefined;
  }
  const arrivesThere = (letter: Letter) => hasArrived(letter, Promise.race([there(letter), lost.promise]));

  async function sendOn(): Promise<void> {
    while (!isLost) {
      const letter = load.write();
      // With a key like the site's forms, which is valid from any IP address: each machine sees these senders at
      // another one.
      letter.key = `form-${letter.key}`;
      if (await arrivesThere(letter)) continue;
      const end = performance.now() + WATCHED_FOR_MS;
      while (!(await hasArrived(letter, here(letter))) && performance.now() < end) await Bun.sleep(200);
    }
  }
  async function deleteOn(): Promise<void> {
    for (let i = 0; !isLost; i += 1) {
      const address = `http://${THERE}:${PORT}/owner/trees/${shareCodes[i % shareCodes.length]}/messages/delete`;
      const body = JSON.stringify({ ids: [crypto.randomUUID()] });
      const headers = { "content-type": "application/json", cookie };
      const deletion = fetch(address, { method: "POST", headers, body }).then((answer) => answer.text());
      await Promise.race([deletion, lost.promise]).catch(() => Bun.sleep(100));
    }
  }
  const sending = Promise.all([...Array.from({ length: SENDERS_THERE }, sendOn), deleteOn()]);
  return {
    lose(): void {
      isLost = true;
      lost.resolve(null);
    },
    arrived: () => sending,
  };
}

/** Stops the API there repeatedly until it is in the middle of a transaction that locks a tree. */
async function catchHolding(sql: postgres.Sql, pid: number): Promise<boolean> {
  for (const end = performance.now() + CAUGHT_WITHIN_MS; performance.now() < end; await Bun.sleep(5)) {
    process.kill(pid, "SIGSTOP");
    // By then, packets in flight have arrived.
    await Bun.sleep(20);
    const [held] = await sql`
      select from pg_stat_activity where client_addr = ${THERE} and state = 'idle in transaction'
        and exists (select from trees where trees.xmax = backend_xid)`;
    if (held) return true;
    process.kill(pid, "SIGCONT");
  }
  return false;
}

async function connectionsFromThere(sql: postgres.Sql): Promise<number> {
  const [found] = await sql`select count(*)::int as count from pg_stat_activity where client_addr = ${THERE}`;
  return found?.count;
}
