import { join } from "node:path";
import postgres from "postgres";
import { type MailServer, mailServer } from "../../test-support/mail-server.ts";
import { secondsOf } from "./harness/attempts.ts";
import { type Fault, want } from "./harness/fault.ts";
import { killInTurn } from "./harness/second-api.ts";
import { FIRST_PORT } from "./harness/supervised.ts";

const SMTP_PORT = FIRST_PORT + 5;
const OWNERS = 3000;
/** So slow that every kill hits mails that are being sent. */
const MAIL_SERVER_MS = 200;
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
    const { apart, now } = field;
    if (!apart) throw new Error("there is no database apart");
    const server = await mailServer(undefined, undefined, { port: SMTP_PORT, answersAfterMs: MAIL_SERVER_MS });
    const sql = postgres({ host: join(apart.dataDir, "socket"), username: "tree", database: "tree", max: 1 });
    const from = now();
    await letGiftsCome(sql);
    const stopOther = await killInTurn(digests, field, KILLS, server.arrived);
    const until = now();
    while ((await countLeft(sql)) > 0 && now() < until + SENT_WITHIN_MS) await Bun.sleep(500);
    const seconds = secondsOf(now() - from);
    const left = await countLeft(sql);
    await stopOther();
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
