import { join } from "node:path";
import postgres from "postgres";
import { type MailServer, mailServer } from "../../test-support/mail-server.ts";
import { atTheEnd } from "../../test-support/stopping.ts";
import { secondsOf } from "./harness/attempts.ts";
import { type Fault, type Field, want } from "./harness/fault.ts";
import { FIRST_PORT, killed } from "./harness/supervised.ts";

const ROOT = join(import.meta.dir, "../..");
const [API_PORT, SMTP_PORT] = [FIRST_PORT + 4, FIRST_PORT + 5];
const OWNERS = 3000;
/** So slow that every kill hits mails that are being sent. */
const MAIL_SERVER_MS = 200;
/** Until a killed process has started again. */
const KILL_EVERY_MS = 1500;
const MAIL_WITHIN_MS = 5000;
const KILLS = 8;
/** A mail that was being sent is tried again after a minute, and then after two. */
const SENT_WITHIN_MS = 300_000;

export const digests: Fault = {
  name: "digests",
  does: `${OWNERS} owners are to hear of new gifts, and two API processes on one database, which send these mails, are killed in turn, ${KILLS} times`,
  place: {
    database: "own",
    variables: { SMTP_URL: `smtp://127.0.0.1:${SMTP_PORT}`, MAIL_FROM: "Trees <hello@tree.example>" },
  },
  async trouble(field) {
    const { service, apart, now } = field;
    if (!apart) throw new Error("there is no database apart");
    const server = await mailServer(undefined, undefined, { port: SMTP_PORT, answersAfterMs: MAIL_SERVER_MS });
    const other = secondApi(field);
    const sql = postgres({ host: join(apart.dataDir, "socket"), username: "tree", database: "tree", max: 1 });
    const from = now();
    await letGiftsCome(sql);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await Bun.sleep(KILL_EVERY_MS);
      await anotherMail(server);
      if (kill % 2 === 0) await other.killAndRestart();
      else await killed(service.pidOf("api/main.ts"));
    }
    const until = now();
    while ((await countLeft(sql)) > 0 && now() < until + SENT_WITHIN_MS) await Bun.sleep(500);
    const seconds = secondsOf(now() - from);
    const left = await countLeft(sql);
    await other.stop();
    await Promise.all([sql.end(), server.close()]);

    const { lost, doubled, repeated } = counted(server);
    return {
      from,
      until,
      expectations: [
        want("none is left in the queue", left === 0, left),
        want("every owner gets one", lost === 0, `${lost} got none`),
        want("nobody gets two", doubled === 0, `${doubled} did`),
        want("a kill hits mails that are being sent", repeated > 0, "none did"),
      ],
      summary: `each of ${OWNERS} owners got one digest, the last after ${seconds}; ${repeated} mails that a killed process had handed over were sent again, with the same Message-ID.`,
    };
  },
};

/** Waits until another mail has arrived: its sender waits for the answer. */
async function anotherMail({ arrived }: MailServer): Promise<void> {
  const before = arrived.length;
  const end = performance.now() + MAIL_WITHIN_MS;
  while (arrived.length === before && performance.now() < end) await Bun.sleep(5);
}

/** An API that shares the database with the service's own, as on a second machine. */
function secondApi({ dataDir, variables }: Field) {
  const { PATH = "", HOME = "" } = process.env;
  const own = { DATA_DIR: join(dataDir, "second"), API_PORT: String(API_PORT), RATE_LIMITS: "off" };
  const env = { PATH, HOME, ...digests.place?.variables, ...variables, ...own };
  const start = () =>
    Bun.spawn([process.execPath, "api/main.ts"], { cwd: ROOT, env, stdio: ["ignore", "ignore", "ignore"] });
  let api = start();
  const stop = async () => {
    api.kill();
    await api.exited;
  };
  atTheEnd(stop);
  return {
    stop,
    async killAndRestart() {
      await killed(api.pid);
      api = start();
    },
  };
}

/** Each owner has a tree with a gift that is to be told of now. */
async function letGiftsCome(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`
      insert into owners (name, email, email_verified)
      select '', 'digest-' || n || '@example.com', true from generate_series(1, ${OWNERS}::integer) as n`;
    await transaction`
      insert into trees (share_code, owner_id, name, type, opening_day, time_zone, opens_at, gift_count, hung_count,
        news_after, news_due_at)
      select lpad(substring(email from '\\d+'), 8, '0'), id, 'A tree', 'christmas', current_date + 30, 'UTC',
        current_date + 30, 1, 1, 0, now()
      from owners where email like 'digest-%'`;
    await transaction`
      insert into gifts (share_code, position, id, gift_asset_id, hung_on)
      select share_code, 1, gen_random_uuid(), 'card', current_date
      from trees join owners on owners.id = owner_id where email like 'digest-%'`;
  });
}

async function countLeft(sql: postgres.Sql): Promise<number> {
  const [left] = await sql`
    select (select count(*) from mail_jobs where kind = 'tree_digest')::integer
      + (select count(*) from trees where news_due_at <= now())::integer as count`;
  return left?.count;
}

/** Mails to one owner with the same Message-ID are the same mail, of which a mailbox shows one. */
function counted({ arrived }: MailServer) {
  const idsOf = new Map<string, Set<string>>();
  for (const { to, raw } of arrived.filter(({ subject }) => subject.includes("new gift"))) {
    const [, id = ""] = /^Message-ID: (.*)$/im.exec(raw) ?? [];
    idsOf.set(to, (idsOf.get(to) ?? new Set()).add(id));
  }
  const each = [...idsOf.values()];
  const mails = each.reduce((sum, { size }) => sum + size, 0);
  const sent = arrived.filter(({ to }) => idsOf.has(to)).length;
  return { lost: OWNERS - idsOf.size, doubled: each.filter(({ size }) => size > 1).length, repeated: sent - mails };
}
