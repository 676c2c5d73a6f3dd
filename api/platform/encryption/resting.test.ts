import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { OwnersGift } from "#contract/messages";
import { testAppOn } from "../../app.test-utils.ts";
import { TEST_MESSAGE_KEYS } from "../db/db.test-utils.ts";
import { migrateDatabase } from "../db/migrate.ts";
import { everythingIn, formsOf, searchablePostgres } from "./encryption.test-utils.ts";
import { keysGiven } from "./key-source.ts";
import { loadKeys } from "./load-keys.ts";

// Starts its own Postgres and reads all of its files.
setDefaultTimeout(60_000);

const MESSAGES = 1000;
const TEXT = "A text that only the owner reads";
const HIDDEN_NAME = "Somebody who hides";
/** A public name: proves that the search finds what is there. */
const SHOWN_NAME = "Somebody who shows";

let postgres: Awaited<ReturnType<typeof searchablePostgres>>;
beforeAll(async () => {
  postgres = await searchablePostgres();
});
afterAll(() => postgres.close());

test("leaves a text posted a thousand times in no table, database file or log line", async () => {
  await migrateDatabase(postgres.url, { next: (database) => loadKeys(database, keysGiven(TEST_MESSAGE_KEYS)) });
  const database = postgres.open();
  const service = testAppOn(database, {}, postgres.open(3));
  const owner = await service.signedInOwner();
  const { shareCode } = await service.createTree(owner, { openingDay: "2026-11-30" });
  for (let i = 0; i < MESSAGES; i += 1) {
    const isShown = i % 100 === 0;
    const answer = await service.ask("/v1/messages", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": `${i}` },
      body: JSON.stringify({
        shareCode,
        senderName: isShown ? SHOWN_NAME : HIDDEN_NAME,
        message: `${TEXT}: number ${i}`,
        giftAssetId: "card",
        showSenderName: isShown,
      }),
    });
    expect(answer.status).toBe(201);
  }
  // Errors are logged, too, and must not quote the data.
  await database.execute(sql`alter table messages add constraint no_more check (false) not valid`);
  expect((await service.post("/v1/messages", aGiftOn(shareCode))).status).toBe(500);
  await database.execute(sql`alter table messages drop constraint no_more`);
  expect((await service.post("/v1/messages", { ...aGiftOn(shareCode), giftAssetId: "none" })).status).toBe(400);

  const { data } = await owner.get<OwnersGift[]>(`/owner/trees/${shareCode}/messages?limit=200`);
  expect(data.every(({ message }) => message?.startsWith(TEXT))).toBe(true);

  await database.execute(sql`analyze`);
  await database.execute(sql`checkpoint`);
  const secrets = [TEXT, HIDDEN_NAME];
  const dumped = await everythingIn(database);
  for (const form of secrets.flatMap(formsOf)) expect(dumped).not.toContain(form);
  expect(dumped).toContain(SHOWN_NAME);
  expect(postgres.filesWith(secrets)).toEqual([]);
  expect(postgres.filesWith([SHOWN_NAME]).length).toBeGreaterThan(1);
  for (const form of secrets.flatMap(formsOf)) expect(service.logLines.join("\n")).not.toContain(form);
  expect(service.logLines.length).toBeGreaterThan(MESSAGES);

  // Neither is the message key in any file.
  const [{ bytes }] = TEST_MESSAGE_KEYS;
  expect(postgres.filesWith([bytes.toString("latin1")])).toEqual([]);
});

const aGiftOn = (shareCode: string) => ({ shareCode, senderName: HIDDEN_NAME, message: TEXT, giftAssetId: "card" });
