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
  // Records how many gifts each statement deleted, including the one that deletes the tree.
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
  // Every third gift was deleted earlier: positions have gaps.
  await service.database.execute(sql`
    insert into gifts (share_code, position, id, gift_asset_id, hung_on)
    select ${shareCode}, n, gen_random_uuid(), 'star', '2026-11-30' from generate_series(2, ${MANY}::integer) as n where n % 3 > 0`);
  // Without this, the next statement is planned for a single gift, and takes up to ten seconds.
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
  "its owner deletes it": () => owner.delete(`/owner/trees/${shareCode}`),
  "the account is deleted": () => owner.delete("/owner/account", { password: PASSWORD }),
  "it expires": async () => {
    await service.database.execute(sql`
      update trees set opens_at = '2026-01-01', opening_day = '2026-01-01', expiry_told_at = '2026-01-01'`);
    await sweep(service.database, new Date("2029-01-01T00:00:00Z"));
  },
};
test.each(Object.keys(ways))("deletes a tree with very many gifts completely, in batches, when %s", async (way) => {
  expect((await left())?.gifts).toBeGreaterThan(GIFTS_AT_ONCE);
  await ways[way]?.();
  expect(await left()).toEqual({ trees: 0, gifts: 0, messages: 0 });
  const gone = await pieces();
  expect([gone.length, Math.max(...gone) <= GIFTS_AT_ONCE]).toEqual([3, true]);
});

test("deletes a tree completely or not at all", async () => {
  const before = await left();
  await service.database.execute(sql`
    create function refuse_tree() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`);
  await service.database.execute(sql`create trigger refuse_tree before delete on trees execute function refuse_tree()`);
  expect((await owner.delete(`/owner/trees/${shareCode}`)).status).toBe(500);
  await service.database.execute(sql`drop function refuse_tree cascade`);
  expect(await left()).toEqual(before);
});

test("keeps the request open for as long as the deletion takes", async () => {
  await service.database.execute(sql`
    create function take_long() returns trigger language plpgsql as $$ begin perform pg_sleep(6); return old; end $$`);
  await service.database.execute(
    sql`create trigger take_long before delete on trees for each row execute function take_long()`,
  );
  // Bun checks for idle connections every four seconds.
  const listening = service.app.listen({ hostname: "127.0.0.1", port: 0, idleTimeout: 1 });
  const url = `http://127.0.0.1:${listening.server?.port}/owner/trees/${shareCode}`;
  const answer = await fetch(url, { method: "DELETE", headers: { cookie: owner.cookie } });
  await listening.stop(true);
  await service.database.execute(sql`drop function take_long cascade`);
  expect(answer.status).toBe(200);
}, 30_000);
