import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { type TestOwner, type TestWorld, testWorld, twice, worldOn } from "../testing.ts";

/** A page has a hundred. */
const HUNG_BEFORE = 98;

let world: TestWorld;
let owner: TestOwner;
/** Hangs nothing itself: whatever changed it reads anew. */
let reader: ReturnType<typeof worldOn>;
beforeAll(async () => {
  world = await testWorld();
  reader = worldOn(world.database);
  owner = await world.signedInOwner();
});
afterAll(() => world.close());

type Listed = { id: string; senderName?: string }[];
type Step =
  | { hang: (string | null)[] }
  /** The gift that stands so far down the first page. */
  | { delete: number };

const names = fc.oneof(
  fc.constant(null),
  fc.constantFrom('Ann","message":"', ',{"id":"', "\\", "<b>&", "민지 🎄", "O'Neil"),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 10 }),
);
const steps = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.record({ hang: fc.array(names, { minLength: 1, maxLength: 4 }) }) },
    { weight: 1, arbitrary: fc.record({ delete: fc.oneof(fc.nat(120), fc.integer({ min: 95, max: 99 })) }) },
  ),
  { minLength: 1, maxLength: 10 },
);

async function treeWith(count: number): Promise<string> {
  const { shareCode } = await world.plantTree(owner);
  await world.database.execute(sql`
    insert into gifts (share_code, position, id, gift_asset_id, hung_on)
    select ${shareCode}, position, gen_random_uuid(), 'snow-globe', '2026-11-30' from generate_series(1, ${count}::integer) as position`);
  await world.database.execute(sql`
    update trees set gift_count = ${count}, hung_count = ${count}, version = version + 1 where share_code = ${shareCode}`);
  return shareCode;
}

async function take(step: Step, shareCode: string): Promise<void> {
  if ("hang" in step) {
    const gifts = step.hang.map((name) => (name?.trim() ? { senderName: name, showSenderName: true } : {}));
    await Promise.all(gifts.map((wishes) => world.hangGift(shareCode, wishes)));
  } else {
    const { data } = await world.get<Listed>(`/v1/messages/${shareCode}`);
    const id = data[step.delete % Math.max(data.length, 1)]?.id;
    if (id) await owner.delete(`/owner/trees/${shareCode}/messages/${id}`);
  }
}

test("a page to which gifts were added is byte for byte the page that the database tells", async () => {
  const grows = fc.asyncProperty(fc.constantFrom(0, HUNG_BEFORE, 102), steps, async (count, taken) => {
    const shareCode = await treeWith(count);
    const list = () => world.get<Listed>(`/v1/messages/${shareCode}`);
    await twice(list);
    for (const step of taken) {
      await take(step, shareCode);
      const [grown, read] = [await list(), await reader.get(`/v1/messages/${shareCode}`)];
      expect([grown.text, grown.headers.get("link")]).toEqual([read.text, read.headers.get("link")]);
    }
  });
  await fc.assert(grows, { numRuns: 40 });
}, 120_000);

test("a full page ends where the next one begins", async () => {
  const shareCode = await treeWith(HUNG_BEFORE);
  await twice(() => world.get(`/v1/messages/${shareCode}`));
  const ids: string[] = [];
  for (let i = 0; i < 5; i += 1) ids.push((await world.hangGift(shareCode)).id);
  const first = await world.get<Listed>(`/v1/messages/${shareCode}`);
  const second = await world.get<Listed>(`/v1/messages/${shareCode}?cursor=${first.page.next}`);
  const all = [...first.data, ...second.data].map(({ id }) => id);
  expect([first.data.length, second.data.length, new Set(all).size]).toEqual([100, 3, 103]);
  expect(all.slice(0, 5)).toEqual(ids.reverse());
});
