import { afterEach, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createOpenTree, databaseSealedWith, textsOn } from "./encryption.test-utils.ts";
import { keysGiven } from "./key-source.ts";
import { giveUpKey } from "./keys-in-use.ts";
import { loadKeys } from "./load-keys.ts";
import { makeMessageKey } from "./message-keys.ts";
import { rotate } from "./rotate.ts";

// Keys as given by MESSAGE_KEY: fixed for the life of a process.
const k1 = { ...makeMessageKey(), id: "k1" };
const k2 = { ...makeMessageKey(), id: "k2" };

let sealed: Awaited<ReturnType<typeof databaseSealedWith>>;
beforeEach(async () => {
  sealed = await databaseSealedWith(keysGiven([k1]));
});
afterEach(() => sealed.close());

test("rotates keys in three steps, and each step's replicas read what the others wrote", async () => {
  const owner = await sealed.replica(keysGiven([k1])).signedInOwner();
  const code = await createOpenTree(sealed.replica(keysGiven([k1])), owner);
  const fresh = await createOpenTree(sealed.replica(keysGiven([k1])), owner);
  await sealed.replica(keysGiven([k1])).addGift(code, { message: "One" });
  await loadKeys(sealed.database, keysGiven([k2, k1]));
  await sealed.replica(keysGiven([k2, k1])).addGift(fresh, { message: "Two" });
  for (const keys of [[k1, k2] as const, [k2, k1] as const]) {
    expect(await textsOn(sealed.replica(keysGiven(keys)), owner, code)).toEqual(["One"]);
    expect(await textsOn(sealed.replica(keysGiven(keys)), owner, fresh)).toEqual(["Two"]);
  }
  expect(await rotate(sealed.connections(1), keysGiven([k2, k1]))).toEqual({
    rewrapped: 1,
    damaged: 0,
    retired: ["k1"],
  });
  await loadKeys(sealed.database, keysGiven([k2]));
  expect(await textsOn(sealed.replica(keysGiven([k2])), owner, code)).toEqual(["One"]);
});

test("refuses gifts on a replica that has only the retired key, instead of sealing unreadable texts", async () => {
  const left = sealed.replica(keysGiven([k1]));
  const owner = await left.signedInOwner();
  const code = await createOpenTree(left, owner);
  await rotate(sealed.connections(1), keysGiven([k2, k1]));
  const gift = { shareCode: code, senderName: "Ann", message: "Lost?", giftAssetId: "card" };
  expect((await left.post("/v1/messages", gift)).status).toBe(503);
  expect(left.logLines.at(-2)).toContain('"keyId":"k1"');
  expect((await sealed.replica(keysGiven([k2])).post("/v1/messages", gift)).status).toBe(201);
});

test("completes a rotation despite a damaged tree key, and counts it", async () => {
  const service = sealed.replica(keysGiven([k1]));
  const owner = await service.signedInOwner();
  const [sound, damaged] = [await createOpenTree(service, owner), await createOpenTree(service, owner)];
  for (const code of [sound, damaged]) await service.addGift(code, { message: "Kept" });
  await sealed.database.execute(
    sql`update tree_keys set wrapped = set_byte(wrapped, 30, get_byte(wrapped, 30) # 1) where share_code = ${damaged}`,
  );
  expect(await rotate(sealed.connections(1), keysGiven([k2, k1]))).toEqual({
    rewrapped: 2,
    damaged: 1,
    retired: ["k1"],
  });
  expect(await textsOn(sealed.replica(keysGiven([k2])), owner, sound)).toEqual(["Kept"]);
  expect(await textsOn(sealed.replica(keysGiven([k2])), owner, damaged)).toEqual([null]);
});

test("gives up a lost key: its texts are lost, the gifts remain, and new texts are sealed with a new key", async () => {
  const service = sealed.replica(keysGiven([k1]));
  const owner = await service.signedInOwner();
  const code = await createOpenTree(service, owner);
  await service.addGift(code, { message: "Gone" });
  await owner.post("/owner/hiding", { kind: "sender", text: "Bob" });
  expect(await giveUpKey(sealed.database, "k9")).toBeNull();
  expect(await giveUpKey(sealed.database, "k1")).toBe(1);
  await loadKeys(sealed.database, keysGiven([k2]));
  const after = sealed.replica(keysGiven([k2]));
  await after.addGift(code, { message: "New" });
  expect(await textsOn(after, owner, code)).toEqual(["New", null]);
  expect((await after.ask("/owner/hiding", { headers: { cookie: owner.cookie } })).data).toEqual([]);
});
