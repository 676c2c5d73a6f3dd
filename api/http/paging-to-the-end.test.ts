import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { ListedGift } from "#contract/messages";
import { type Answer, type TestApp, testApp } from "../app.test-utils.ts";

const GIFTS = 100_000;
/** As many are inserted within the time that a statement has, also on a busy machine. */
const AT_ONCE = 10_000;
let service: TestApp;
let shareCode: string;

beforeAll(async () => {
  service = await testApp();
  shareCode = (await service.createTree(await service.signedInOwner())).shareCode;
  for (let first = 1; first <= GIFTS; first += AT_ONCE)
    await service.database.execute(sql`
      insert into gifts (share_code, position, id, gift_asset_id, hung_on)
      select ${shareCode}, n, gen_random_uuid(), 'card', '2026-11-30'
        from generate_series(${first}::integer, ${first + AT_ONCE - 1}::integer) as n`);
  await service.database.execute(
    sql`update trees set gift_count = ${GIFTS}, hung_count = ${GIFTS} where share_code = ${shareCode}`,
  );
  // Autovacuum does this within a minute. Without statistics, Postgres sorts all gifts of a tree for each page.
  await service.database.execute(sql`vacuum analyze gifts`);
});
afterAll(() => service.close());

/** Number of gift rows that Postgres has read in total. Updated once a connection has been idle for a moment. */
async function rowsRead(): Promise<number> {
  const [row] = await service.database.execute<{ rows: number }>(sql`
    select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 as rows
      from pg_stat_user_tables where relname = 'gifts'`);
  return row?.rows ?? Number.NaN;
}

test("reads 100,000 gifts once each, none missed or repeated while 50 are added", async () => {
  const rows = await service.database.execute<{ id: string }>(
    sql`select id from gifts where share_code = ${shareCode} order by position desc`,
  );
  const readBefore = await rowsRead();
  const seen: string[] = [];
  let posted = 0;
  let address: string | null = `/v1/messages/${shareCode}?limit=200`;
  let pages = 0;
  while (address !== null) {
    const isBusy: boolean = posted < 50 && pages % 5 === 0;
    const [answer]: [Answer<ListedGift[]>, unknown] = await Promise.all([
      service.get<ListedGift[]>(address),
      isBusy && service.addGift(shareCode),
    ]);
    if (isBusy) posted += 1;
    pages += 1;
    expect(answer.status).toBe(200);
    seen.push(...answer.data.map(({ id }) => id));
    const next: string | null = answer.page.next;
    address = next && `/v1/messages/${shareCode}?limit=200&cursor=${next}`;
  }
  // If each page scanned all previous ones, this would be 250 times the number of gifts.
  expect((await rowsRead()) - readBefore).toBeLessThan(10 * GIFTS);
  expect(posted).toBe(50);
  expect(pages).toBeGreaterThanOrEqual(GIFTS / 200);
  expect(new Set(seen).size).toBe(seen.length);
  const before = new Set(rows.map(({ id }) => id));
  // Not toEqual on the lists: a diff of 100,000 lines is useless.
  const found = seen.filter((id) => before.has(id));
  expect(found.length).toBe(GIFTS);
  expect(found.every((id, i) => id === rows[i]?.id)).toBe(true);
  const { data } = await service.get<{ giftCount: number }>(`/v1/trees/${shareCode}`);
  expect(data.giftCount).toBe(GIFTS + 50);
}, 60_000);
