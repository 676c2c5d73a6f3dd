import { afterAll, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { PAGE_LIMIT_MAX } from "#contract/limits";
import { PASSWORD, testApp } from "../../app.test-utils.ts";
import { untilWaiting } from "../../platform/db/db.test-utils.ts";
import { moderators, ownerLinks, owners, passkeys } from "../../platform/db/schema.ts";

type Exported = {
  account: Record<string, unknown>;
  records: { sessions: unknown[]; trees: unknown[] };
  hiding: unknown[];
  trees: {
    name: string;
    ownerName?: string;
    giftCount: number;
    gifts: { senderName: string; message: string | null }[];
  }[];
};

const service = await testApp();
const owner = await service.signedInOwner();
afterAll(() => service.close());

test("exports everything of an owner as one JSON document, including the texts of open trees", async () => {
  const empty = await owner.get<Exported>("/owner/export");
  expect(empty.data).toMatchObject({ records: { sessions: [{}], trees: [] }, hiding: [], trees: [] });

  const closed = await service.createTree(owner, { name: "Closed", ownerName: "Ada L." });
  const open = await service.createTree(owner, { name: "Open", openingDay: "2026-11-30" });
  const many = 203;
  for (let i = 0; i < many; i += 1)
    await service.addGift(open.shareCode, { message: `"Text"\n${i}`, senderName: `Friend ${i}` });
  await service.addGift(closed.shareCode, { message: "Not before its day", senderName: "Eve" });
  const stranger = await service.signedInOwner();
  await service.createTree(stranger, { name: "Somebody else's" });

  const { data, headers, text } = await owner.get<Exported>("/owner/export");
  expect(headers.get("content-disposition")).toBe('attachment; filename="tree-gifting.json"');
  expect(headers.get("content-type")).toBe("application/json");
  expect(headers.get("cache-control")).toBe("no-store, no-transform");
  expect(data.account).toMatchObject({ email: owner.email, language: "en", openingMails: true });
  expect(data.trees.map(({ name, giftCount, gifts }) => [name, giftCount, gifts.length])).toEqual([
    ["Open", many, many],
    ["Closed", 1, 1],
  ]);
  const [opened, stillClosed] = data.trees;
  expect([opened?.ownerName, stillClosed?.ownerName]).toEqual([undefined, "Ada L."]);
  expect(opened?.gifts.map(({ message }) => message)).toEqual(
    Array.from({ length: many }, (_, i) => `"Text"\n${many - 1 - i}`),
  );
  expect(stillClosed?.gifts[0]).toMatchObject({ senderName: "Eve", message: null });
  expect(text).not.toContain("Not before its day");
  expect(text).not.toContain("Somebody else's");
}, 30_000);

/** What the file withholds, of each table that holds data of an account: what signs somebody in, and internal ids. */
const WITHHELD = {
  owners: [],
  owner_sessions: ["id", "user_id", "token"],
  owner_accounts: ["id", "user_id", "account_id", "provider_id", "password"],
  owner_links: ["token_hash", "owner_id"],
  passkeys: ["id", "owner_id", "public_key"],
  mail_jobs: ["id", "owner_id"],
  moderators: ["id", "owner_id"],
  trees: ["owner_id", "opens_at"],
  reports: ["id", "sealed_text"],
};

test("exports every column of an account's rows, but none that signs somebody in", async () => {
  const one = await service.signedInOwner();
  await one.patch("/owner/account", { name: "Ottoline Vex" });
  const { id } = (await one.get<Exported>("/owner/account")).data as unknown as { id: string };
  const { shareCode } = await service.createTree(one);
  const gift = await service.addGift(shareCode);
  await one.post(`/owner/trees/${shareCode}/messages/${gift.id}/report`, { reason: "hate", details: "It hurt" });
  const at = { expiresAt: new Date("2026-12-01T01:02:03Z") };
  await service.database
    .insert(ownerLinks)
    .values({ ...at, ownerId: id, tokenHash: "a-hash", email: "new@example.org", purpose: "change_email" });
  await service.database.insert(passkeys).values({
    id: "an-id",
    ownerId: id,
    publicKey: Buffer.from("key"),
    counter: 7,
    transports: ["usb"],
    name: "Firefox",
  });
  await service.database.insert(moderators).values({ ownerId: id });
  await service.database
    .update(owners)
    .set({ digestAt: new Date("2026-11-30T09:10:11Z") })
    .where(eq(owners.id, id));

  const { text } = await one.get<Exported>("/owner/export");
  for (const [table, withheld] of Object.entries(WITHHELD)) {
    const rows = await service.database.execute<{ row: Record<string, unknown> }>(sql`
      select to_jsonb(t) as row from ${sql.identifier(table)} t
      where to_jsonb(t)::text like ${`%${id}%`} or to_jsonb(t)::text like ${`%${shareCode}%`}`);
    expect([table, rows.length]).not.toEqual([table, 0]);
    for (const [column, value] of rows.flatMap(({ row }) => Object.entries(row))) {
      if (typeof value !== "string" || value === "") continue;
      const isShown = [value, isoOf(value)].some((each) => text.includes(each));
      // The id of the account itself is part of other rows' columns, and never shown.
      expect([table, column, isShown]).toEqual([table, column, !withheld.includes(column as never) && column !== "id"]);
    }
  }
});
const isoOf = (value: string) => (Number.isNaN(Date.parse(value)) ? value : new Date(value).toISOString());

test("ends the list of a tree that is deleted meanwhile, and exports all others completely", async () => {
  const one = await service.signedInOwner();
  const going = await service.createTree(one, { name: "Going" });
  const staying = await service.createTree(one, { name: "Staying" });
  await service.addGift(staying.shareCode);
  const [exported] = await service.database.transaction(async (transaction) => {
    await transaction.execute(sql`lock table messages in access exclusive mode`);
    const exporting = one.get<Exported>("/owner/export");
    await untilWaiting(service.database, 1);
    await transaction.execute(sql`delete from trees where share_code = ${going.shareCode}`);
    return [exporting] as const;
  });
  const { data } = await exported;
  expect(data.trees.map(({ name, gifts }) => [name, gifts.length])).toEqual([
    ["Staying", 1],
    ["Going", 0],
  ]);
});

test.each([["/owner/export"], ["/owner/trees/{code}/export"]])(
  "breaks %s off once the session that asked for it has ended",
  async (path) => {
    const victim = await service.signedInOwner();
    const { shareCode } = await service.createTree(victim, { openingDay: "2026-11-30" });
    for (let i = 0; i < 2 * PAGE_LIMIT_MAX; i += 50)
      await Promise.all(Array.from({ length: 50 }, () => service.addGift(shareCode, { message: "Read in time" })));
    const request = new Request(`http://localhost:3000${path.replace("{code}", shareCode)}`, {
      headers: { cookie: victim.cookie },
    });
    const reader = (await service.app.handle(request)).body?.getReader();
    const read = async () => String(Buffer.from((await reader?.read())?.value ?? []));
    let text = "";
    while (!text.includes("Read in time")) text += await read();
    const change = { password: PASSWORD, newPassword: `${PASSWORD} and more` };
    expect((await victim.post("/owner/account/password", change)).status).toBe(200);
    const rest = async () => {
      for (let gifts = 0; gifts < 2 * PAGE_LIMIT_MAX; gifts += 1) await read();
    };
    await expect(rest()).rejects.toThrow("not_signed_in");
  },
  30_000,
);
