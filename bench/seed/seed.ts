import type { Sql } from "postgres";
import { connect } from "../../api/platform/db/connect.ts";
import { migrateDatabase } from "../../api/platform/db/migrate.ts";
import { keysGiven } from "../../api/platform/encryption/key-source.ts";
import { loadKeys } from "../../api/platform/encryption/load-keys.ts";
import { readMessageKeys } from "../../api/platform/encryption/message-keys.ts";
import { GIFT_IDS } from "../../contract/gifts.ts";
import { filler, MESSAGE_KEY, sealTrees } from "./sealed.ts";
import { codeExpression, firstFull, LARGEST, lastFull, type Shape } from "./shape.ts";

const TREES_OF_AN_OWNER = 10;
const GIFTS_AT_ONCE = 100_000;
const RECALLED = 50_000;

/** Fills an empty database: the product's own migrations, then trees, gifts and encrypted messages. */
export async function seed(url: string, shape: Shape, say: (sentence: string) => void): Promise<void> {
  const keys = readMessageKeys(MESSAGE_KEY);
  if (!keys) throw new Error("the benchmark's message key is malformed");
  await migrateDatabase(url, { next: (database) => loadKeys(database, keysGiven(keys)) });
  const sql = connect(url, { max: 1 });
  try {
    // Millions of generated rows are known to be valid, and checking their foreign keys takes most of the time. Without
    // the permission to skip the checks, they run.
    await sql`set session_replication_role = replica`.catch(() => {});
    await plantTrees(sql, shape);
    await sendGift(sql, [LARGEST, LARGEST], shape.giftsOnLargest);
    say(`the tree with ${shape.giftsOnLargest} gifts is full`);
    await sendGift(sql, [firstFull, lastFull(shape)], shape.giftsOnFull);
    await sendGift(sql, [lastFull(shape) + 1, shape.trees], shape.giftsOnOthers);
    say("all trees have their gifts");
    await sealTrees(sql, shape);
    await recall(sql);
    await sql`vacuum (analyze)`;
    await sql`checkpoint`.catch(() => {});
  } finally {
    await sql.end();
  }
}

async function plantTrees(sql: Sql, shape: Shape): Promise<void> {
  await sql`insert into owners (id, name, email)
    select md5('owner ' || n)::uuid, 'Owner ' || n, 'owner-' || n || '@example.org'
    from generate_series(0, ${Math.ceil(shape.trees / TREES_OF_AN_OWNER)}::int) as n`;
  // Every second tree has opened. No opening mails are due: the API's mails would disturb the measurement.
  await sql.unsafe(`
    insert into trees (share_code, owner_id, name, type, opening_day, time_zone, opens_at, is_opening_told,
      gift_count, hung_count)
    select ${codeExpression("n")}, md5('owner ' || n / ${TREES_OF_AN_OWNER})::uuid, '우리 나무 ' || n,
      (array['christmas', 'birthday', 'valentine'])[n % 3 + 1], day, 'Asia/Seoul', day::timestamp at time zone 'Asia/Seoul',
      true, gifts, gifts
    from (
      select n, case when n % 2 = 0 then date '2024-12-25' else date '2099-12-25' end as day,
        case when n = ${LARGEST} then ${shape.giftsOnLargest} when n <= ${lastFull(shape)} then ${shape.giftsOnFull}
          else ${shape.giftsOnOthers} end as gifts
      from generate_series(1::bigint, ${shape.trees}) as n
    ) as planned`);
}

/**
 * Adds what a day of traffic leaves behind. On empty tables a prepared statement is planned as a full scan, and stays
 * so until the next analyze; on a service that has run for a day, these tables are never empty.
 */
async function recall(sql: Sql): Promise<void> {
  await sql`insert into gift_idempotency_keys (share_code, id, body_hash, answer, created_at)
    select share_code, md5('answer ' || share_code), repeat('h', 50), to_json(repeat('a', 90)), now() + interval '1 year'
    from trees limit ${RECALLED}::int`;
  await sql`insert into rate_counters (key, counts, newest_slot, expires_at)
    select 'posts-per-address:' || md5('caller ' || n), array_fill(1, array[60]), 0, now() + interval '1 year'
    from generate_series(1, ${RECALLED}::int) as n`;
}

/**
 * Adds gifts to a range of trees position by position, so that those of many trees lie mixed on disk, as in production.
 */
async function sendGift(sql: Sql, [first, last]: readonly [number, number], gifts: number): Promise<void> {
  const { name, text } = filler();
  const atOnce = Math.max(1, Math.floor(GIFTS_AT_ONCE / (last - first + 1)));
  for (let from = 1; from <= gifts; from += atOnce) {
    const to = Math.min(gifts, from + atOnce - 1);
    const source = `generate_series(${from}, ${to}) as p, generate_series(${first}::bigint, ${last}) as n`;
    await sql.unsafe(`
      insert into gifts (share_code, position, id, gift_asset_id, sender_name, hung_on)
      select ${codeExpression("n")}, p, md5(n || '-' || p)::uuid, (array['${GIFT_IDS.join("','")}'])[p % ${GIFT_IDS.length} + 1],
        case when p % 2 = 0 then 'Friend ' || p end, date '2026-11-01' + p % 20
      from ${source} order by p, n`);
    await sql.unsafe(
      `insert into messages (share_code, gift_id, sealed_sender_name, sealed_text)
      select ${codeExpression("n")}, md5(n || '-' || p)::uuid, '\\x${name.toString("hex")}'::bytea, '\\x${text.toString("hex")}'::bytea
      from ${source} order by p, n`,
    );
  }
}
