import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type TestApp, type TestOwner, testApp } from "../../app.test-utils.ts";
import { sweep } from "../retention/retention.test-utils.ts";
import { GIFTS_AT_ONCE } from "./delete-tree.ts";

const MANY = 2 * GIFTS_AT_ONCE + 500;
const PASSWORD = "correct horse battery";

let service: TestApp;
let owner: TestOwner;
let shareCode: string;
beforeAll(async () => {
  service = await testApp();
  // How many gifts each statement deleted, be it the tree's own.
  await service.database.execute(sql`create table pieces (gone integer)`);
  await service.database.execute(sql`
    create function note_piece() returns trigger language plpgsql as $$
    begin insert into pieces select count(*) from gone having count(*) > 0; return null; end $$`);
  await service.database.execute(sql`
    create trigger note_piece after delete on gifts referencing old table as gone for each statement execute function note_piece()`);
});
beforeEach(async () => {
  service.setTime("2026-11-30T12:00:00Z");
  await service.database.execute(sql`truncate pieces`);
  owner = await service.signedInOwner();
  shareCode = (await service.createTree(owner)).shareCode;
  const { id } = await service.addGift(shareCode);
  // Every third was deleted since: positions have gaps.
  await service.database.execute(sql`
    insert into gifts (share_code, position, id, gift_asset_id, hung_on)
    select ${shareCode}, n, gen_random_uuid(), 'star', '2026-11-30' from generate_series(2, ${MANY}::integer) as n where n % 3 > 0`);
  // Planned for the one gift of before, the next statement takes up to ten seconds.
  await service.database.execute(sql`analyze gifts`);
  await service.database.execute(sql`
    insert into messages (share_code, gift_id, sealed_sender_name, sealed_text)
    select share_code, gifts.id, sealed_sender_name, sealed_text
    from messages join gifts using (share_code) where share_code = ${shareCode} and gift_id = ${id} and gifts.id <> ${id}`);
  await service.database.execute(sql`update trees set hung_count = ${MANY} where share_code = ${shareCode}`);
});
afterAll(() => service.close());

const left = async () => {
  const [counts] = await service.database.execute<{ trees: number; gifts: number; messages: number }>(sql`
    select (select count(*) from trees)::integer as trees, (select count(*) from gifts)::integer as gifts,
      (select count(*) from messages)::integer as messages`);
  return counts;
};
const pieces = async () =>
  (await service.database.execute<{ gone: number }>(sql`select gone from pieces`)).map(({ gone }) => gone);

const ways: Record<string, () => Promise<unknown>> = {
  "its owner fells it": () => owner.delete(`/owner/trees/${shareCode}`),
  "the account is deleted": () => owner.delete("/owner/account", { password: PASSWORD }),
  "its time is over": async () => {
    await service.database.execute(sql`
      update trees set opens_at = '2026-01-01', opening_day = '2026-01-01', expiry_told_at = '2026-01-01'`);
    await sweep(service.database, new Date("2029-01-01T00:00:00Z"));
  },
};
test.each(Object.keys(ways))(
  "a tree with very many gifts goes whole, some gifts with each statement, where %s",
  async (way) => {
    expect((await left())?.gifts).toBeGreaterThan(GIFTS_AT_ONCE);
    await ways[way]?.();
    expect(await left()).toEqual({ trees: 0, gifts: 0, messages: 0 });
    const gone = await pieces();
    expect([gone.length, Math.max(...gone) <= GIFTS_AT_ONCE]).toEqual([3, true]);
  },
);

test("it goes whole, or not at all", async () => {
  const before = await left();
  await service.database.execute(sql`
    create function refuse_tree() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`);
  await service.database.execute(sql`create trigger refuse_tree before delete on trees execute function refuse_tree()`);
  expect((await owner.delete(`/owner/trees/${shareCode}`)).status).toBe(500);
  await service.database.execute(sql`drop function refuse_tree cascade`);
  expect(await left()).toEqual(before);
});

test("whoever deletes it waits for as long as that takes", async () => {
  await service.database.execute(sql`
    create function take_long() returns trigger language plpgsql as $$ begin perform pg_sleep(6); return old; end $$`);
  await service.database.execute(
    sql`create trigger take_long before delete on trees for each row execute function take_long()`,
  );
  // Bun looks for those who have waited too long every four seconds.
  const listening = service.app.listen({ hostname: "127.0.0.1", port: 0, idleTimeout: 1 });
  const url = `http://127.0.0.1:${listening.server?.port}/owner/trees/${shareCode}`;
  const answer = await fetch(url, { method: "DELETE", headers: { cookie: owner.cookie } });
  await listening.stop(true);
  await service.database.execute(sql`drop function take_long cascade`);
  expect(answer.status).toBe(200);
}, 30_000);
