import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import type { GiftLeft, GiftOfSender } from "#contract/messages";
import { closeDatabase, type Database } from "../db/client.ts";
import { appeals, hidingLists, messageKeys, treeKeys } from "../db/schema.ts";
import { openAppealed } from "./derived-keys.ts";
import { createOpenTree, databaseSealedWith, textsOn } from "./encryption.test-utils.ts";
import { makeKeyFile, oldKeysBeside, readKeyFile, replaceKeyFile } from "./key-file.ts";
import { keysInFile } from "./key-source.ts";
import { keysInUse } from "./keys-in-use.ts";
import { loadKeys } from "./load-keys.ts";
import { makeMessageKey } from "./message-keys.ts";
import { rotateFile } from "./rotate.ts";
import { sealing } from "./sealing.ts";
import { sealingStore } from "./tree-keys.store.ts";

const folder = mkdtempSync(join(tmpdir(), "tree-rotation-"));
afterAll(() => rmSync(folder, { recursive: true }));

let file: string;
let sealed: Awaited<ReturnType<typeof databaseSealedWith>>;
let rotator: Database;
beforeEach(async () => {
  file = join(folder, crypto.randomUUID());
  makeKeyFile(file);
  sealed = await databaseSealedWith(keysInFile(file));
  rotator = sealed.connections(1);
});
afterEach(() => sealed.close());
const replica = () => sealed.replica(keysInFile(file));

describe("key rotation", () => {
  test("fails and loses nothing while two replicas take gifts, create trees and read", async () => {
    const replicas = [replica(), replica()] as const;
    const owner = await replicas[0].signedInOwner();
    const written = new Map<string, string[]>();
    for (let i = 0; i < 30; i += 1) written.set(await createOpenTree(replicas[0], owner), []);
    const codes = [...written.keys()];

    let isOver = false;
    const failures: unknown[] = [];
    let reads = 0;
    const sendGift = async (service: (typeof replicas)[0], code: string, text: string, key?: string) => {
      const answer = await service.ask("/v1/messages", {
        method: "POST",
        headers: { "content-type": "application/json", ...(key && { "idempotency-key": key }) },
        body: JSON.stringify({ shareCode: code, senderName: "Ann", message: text, giftAssetId: "card" }),
      });
      if (answer.status === 201) written.set(code, [...(written.get(code) ?? []), text]);
      else failures.push(answer.text);
    };
    const senders = Array.from({ length: 6 }, async (_, sender) => {
      for (let i = 0; !isOver; i += 1) {
        const service = replicas[(sender + i) % 2] ?? replicas[0];
        const isNew = i % 5 === 4;
        const code = isNew ? await createOpenTree(service, owner) : (codes[(sender * 7 + i) % codes.length] ?? "");
        await sendGift(service, code, `Gift ${sender}-${i}`, i % 3 === 0 ? crypto.randomUUID() : undefined);
      }
    });
    const reader = (async () => {
      for (let i = 0; !isOver; i += 1) {
        const texts = await textsOn(replicas[i % 2] ?? replicas[0], owner, codes[i % codes.length] ?? "");
        if (texts.includes(null)) failures.push("a text did not open");
        reads += 1;
      }
    })();

    const first = readKeyFile(file)?.[0];
    const rotations = [];
    const count = () => [...written.values()].flat().length;
    // Gifts are sent before, between and after the rotations, however slow the machine is.
    const untilMoreAreSent = async () => {
      for (const goal = count() + 25; count() < goal && failures.length === 0; ) await Bun.sleep(50);
    };
    for (let round = 0; round < 4; round += 1) {
      await untilMoreAreSent();
      rotations.push(await rotateFile(rotator, file));
    }
    await untilMoreAreSent();
    isOver = true;
    await Promise.all([...senders, reader]);

    expect(failures).toEqual([]);
    expect(count()).toBeGreaterThan(100);
    expect(reads).toBeGreaterThan(10);
    expect(rotations[0]?.retired).toEqual([first?.id ?? ""]);
    expect(rotations.every(({ rewrapped, damaged }) => rewrapped > 0 && damaged === 0)).toBe(true);

    // A later start has only the file and no cached keys.
    const keys = readKeyFile(file) ?? [];
    expect(keys).toHaveLength(1);
    expect((await keysInUse(sealed.database)).map(({ id }) => id)).toEqual([keys[0]?.id ?? ""]);
    const tomorrow = replica();
    for (const [code, texts] of written) {
      expect((await textsOn(tomorrow, owner, code)).toSorted()).toEqual(texts.toSorted());
    }
  }, 60_000);

  test("opens a tree key that was read before its message key was retired", async () => {
    const service = replica();
    const code = await createOpenTree(service, await service.signedInOwner());
    await service.addGift(code);
    const late = sealing(sealingStore(sealed.database), keysInFile(file), service.log);

    await rotateFile(rotator, file);
    const [read] = await sealed.database.select().from(treeKeys).where(eq(treeKeys.shareCode, code));
    await rotateFile(rotator, file);
    for (const old of oldKeysBeside(file)) rmSync(old.file);
    if (!read) throw new Error("the tree has no key");
    expect(readKeyFile(file)?.map(({ id }) => id)).not.toContain(read.keyId);
    expect(await late.toOpen(code, read)).not.toBeNull();
  });

  test("changes neither the keys that take gifts back nor what owners replied", async () => {
    const service = replica();
    const owner = await service.signedInOwner();
    const code = await createOpenTree(service, owner);
    const gift = { shareCode: code, senderName: "Ann", message: "Before", giftAssetId: "card" };
    const { data } = await service.post<GiftLeft>("/site/gifts", gift);
    const reply = { line: "Thank you!" };
    await owner.put(`/owner/trees/${code}/messages/${data.id}/reply`, reply);
    await rotateFile(rotator, file);
    const path = `/site/gifts/${code}/${data.id}?key=${data.takeBackKey}`;
    expect((await replica().get<GiftOfSender>(path)).data.reply).toBe(reply.line);
    await rotateFile(rotator, file);
    // A replica that read the tree's key before seals and opens as ever.
    expect((await owner.put(`/owner/trees/${code}/messages/${data.id}/reply`, {})).data).toMatchObject({
      reply: reply.line,
    });
    expect((await replica().ask(path, { method: "DELETE" })).status).toBe(200);
  });

  test("seals lists of words to hide with the new key", async () => {
    const service = replica();
    const owner = await service.signedInOwner();
    const entry = { kind: "sender", text: "Bob" };
    await owner.post("/owner/hiding", entry);
    const other = await service.signedInOwner();
    await rotateFile(rotator, file);
    // The replica would still seal with the old key.
    expect((await other.post("/owner/hiding", entry)).data).toEqual([entry]);
    expect((await owner.post("/owner/hiding", { kind: "words", text: "balloon" })).status).toBe(200);
    const { data } = await replica().ask("/owner/hiding", { headers: { cookie: owner.cookie } });
    expect(data).toEqual([{ kind: "words", text: "balloon" }, entry]);
    const stored = await sealed.database.select().from(hidingLists);
    const [{ id } = { id: "" }] = readKeyFile(file) ?? [];
    expect(stored.map(({ keyId }) => keyId)).toEqual([id, id]);
  });

  test("refuses nothing while its next key is in the file, but not in use yet", async () => {
    const service = replica();
    const owner = await service.signedInOwner();
    await rotateFile(rotator, file);
    const [inUse] = readKeyFile(file) ?? [];
    if (!inUse) throw new Error("the file holds no key");
    // As rotateFile leaves it until its transaction commits. The replica would still seal with the key before both.
    replaceKeyFile(file, [makeMessageKey(), inUse]);
    const code = await createOpenTree(service, owner);
    await service.addGift(code, { message: "Meanwhile" });
    const entry = { kind: "sender", text: "Bob" };
    expect((await owner.post("/owner/hiding", entry)).data).toEqual([entry]);
    expect((await service.post("/site/appeals", { message: "You are shit", includesText: true })).status).toBe(202);

    await rotateFile(rotator, file);
    expect(await textsOn(replica(), owner, code)).toEqual(["Meanwhile"]);
    expect((await keysInUse(sealed.database)).map(({ id }) => id)).toEqual([readKeyFile(file)?.[0].id ?? ""]);
    await sealed.database.delete(appeals);
  });

  test("seals refused texts with the new key, and drops damaged ones", async () => {
    const service = replica();
    const send = (message: string) => service.post("/site/appeals", { message, includesText: true });
    await send("You are shit");
    await sealed.database.execute(sql`
      update appeals set sealed_text = set_byte(sealed_text, 20, get_byte(sealed_text, 20) # 1)`);
    await send("You are shit, too");
    await rotateFile(rotator, file);
    // The replica would still seal with the old key.
    expect((await send("You are shit, three")).status).toBe(202);
    const [key] = readKeyFile(file) ?? [];
    if (!key) throw new Error("the file holds no key");
    const rows = await sealed.database.select().from(appeals).orderBy(appeals.createdAt, appeals.id);
    expect(rows.map(({ keyId }) => keyId)).toEqual([key.id, key.id]);
    const texts = rows.map(({ id, sealedText }) => sealedText && openAppealed(key, id, sealedText));
    expect(texts.toSorted()).toEqual(["You are shit, three", "You are shit, too"]);
    await sealed.database.delete(appeals);
  });

  test("resumes after an interruption at any step", async () => {
    const service = replica();
    const owner = await service.signedInOwner();
    const code = await createOpenTree(service, owner);
    await service.addGift(code, { message: "Before" });

    const [old] = readKeyFile(file) ?? [];
    if (!old) throw new Error("the file holds no key");
    // The new key is in the file, but unused.
    const next = makeMessageKey();
    replaceKeyFile(file, [next, old]);
    expect((await rotateFile(rotator, file)).retired).toEqual([old.id]);
    expect(readKeyFile(file)).toEqual([next]);
    // Every tree key is rewrapped, but the old message key is still in the file.
    replaceKeyFile(file, [next, old]);
    expect(await rotateFile(rotator, file)).toEqual({ rewrapped: 0, damaged: 0, retired: [] });
    expect(readKeyFile(file)).toEqual([next]);
    expect(await textsOn(replica(), owner, code)).toEqual(["Before"]);
  });

  test("stores each replaced key in a file of its own that only its user can read", async () => {
    const [first] = readKeyFile(file) ?? [];
    await rotateFile(rotator, file);
    const [second] = readKeyFile(file) ?? [];
    await rotateFile(rotator, file);
    if (!first || !second) throw new Error("the file holds no key");
    const old = [first, second].map((key) => ({ file: `${file}.old-${key.id}`, key }));
    expect(oldKeysBeside(file)).toEqual(old.toSorted((a, b) => (a.file < b.file ? -1 : 1)));
    for (const each of old) expect(statSync(each.file).mode & 0o777).toBe(0o600);
  });

  test("opens what an old key beside the file sealed, and seals it with a new key on the next rotation", async () => {
    const service = replica();
    const owner = await service.signedInOwner();
    const code = await createOpenTree(service, owner);
    await service.addGift(code, { message: "Before" });
    const before = await sealed.database.select().from(treeKeys);
    const inUse = await sealed.database.select().from(messageKeys);
    const [old] = readKeyFile(file) ?? [];
    await rotateFile(rotator, file);
    const [now] = readKeyFile(file) ?? [];

    // As after a restore of a backup from before the rotation.
    await sealed.database.delete(treeKeys);
    await sealed.database.delete(messageKeys);
    await sealed.database.insert(messageKeys).values(inUse);
    await sealed.database.insert(treeKeys).values(before);
    const restored = replica();
    await sealed.database.transaction((transaction) => loadKeys(transaction, keysInFile(file)));
    expect(await textsOn(restored, owner, code)).toEqual(["Before"]);

    expect((await rotateFile(rotator, file)).retired.toSorted()).toEqual([old?.id ?? "", now?.id ?? ""].toSorted());
    for (const each of oldKeysBeside(file)) rmSync(each.file);
    expect(await textsOn(replica(), owner, code)).toEqual(["Before"]);
  });

  test("runs two concurrent rotations one after the other", async () => {
    const service = replica();
    const owner = await service.signedInOwner();
    const code = await createOpenTree(service, owner);
    await service.addGift(code, { message: "Before" });
    const other = sealed.connections(1);
    await Promise.all([
      rotateFile(rotator, file).then(() => closeDatabase(rotator)),
      rotateFile(other, file).then(() => closeDatabase(other)),
    ]);
    expect(readKeyFile(file)).toHaveLength(1);
    expect(await textsOn(replica(), owner, code)).toEqual(["Before"]);
  });
});

test("rewraps hundreds of tree keys in batches", async () => {
  const service = replica();
  const owner = await service.signedInOwner();
  const codes = await Promise.all(Array.from({ length: 450 }, () => createOpenTree(service, owner)));
  await Promise.all(codes.map((code) => service.addGift(code, { message: code })));
  expect(await rotateFile(rotator, file)).toMatchObject({ rewrapped: 450, damaged: 0 });
  const after = replica();
  for (const code of codes.slice(0, 20)) expect(await textsOn(after, owner, code)).toEqual([code]);
});
