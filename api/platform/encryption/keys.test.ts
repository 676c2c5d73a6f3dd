import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OperatorError } from "../../../shared/operator-error.ts";
import { closeDatabase, openDatabase } from "../db/client.ts";
import { testDatabase } from "../db/db.test-utils.ts";
import { bodyHashes } from "./derived-keys.ts";
import { makeKeyFile, readKeyFile, replaceKeyFile } from "./key-file.ts";
import { type KeySource, keysGiven, keysInFile } from "./key-source.ts";
import { keysInUse } from "./keys-in-use.ts";
import { loadKeys } from "./load-keys.ts";
import { fingerprintOf, type MessageKeys, makeMessageKey, readMessageKeys, writeMessageKeys } from "./message-keys.ts";

const folder = mkdtempSync(join(tmpdir(), "tree-keys-"));
let file = "";
let files = 0;
beforeEach(() => {
  files += 1;
  file = join(folder, `${files}.key`);
});
afterAll(() => rmSync(folder, { recursive: true }));

const [a, b, c] = [makeMessageKey(), makeMessageKey(), makeMessageKey()];
const named = (id: string, key = makeMessageKey()) => ({ ...key, id });

test("reads back the keys it wrote, in order", () => {
  const keys: MessageKeys = [a, b, c];
  expect(readMessageKeys(writeMessageKeys(keys))).toEqual(keys);
  expect(fingerprintOf(a)).not.toBe(fingerprintOf(b));
  expect(writeMessageKeys(keys)).not.toContain(fingerprintOf(a));
});

describe("a key file", () => {
  test("is created once, readable by its user only, and not overwritten by another start", () => {
    makeKeyFile(file);
    const made = readFileSync(file, "utf8");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    makeKeyFile(file);
    expect(readFileSync(file, "utf8")).toBe(made);
    replaceKeyFile(file, [a, b]);
    expect(readKeyFile(file)).toEqual([a, b]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.startsWith(`${files}.key.`))).toEqual([]);
  });

  test("is read again for an unknown key id; while it is missing or broken, the keys read before stay valid", () => {
    replaceKeyFile(file, [a]);
    const source = keysInFile(file);
    replaceKeyFile(file, [b, a]);
    expect(source.keys()).toEqual([a]);
    expect(source.find(b.id)).toEqual(b);
    expect(source.keys()).toEqual([b, a]);
    writeFileSync(file, "half a k");
    expect(source.find(c.id)).toBeUndefined();
    rmSync(file);
    expect(source.find(c.id)).toBeUndefined();
    expect(source.keys()).toEqual([b, a]);
  });

  test.each(["", "\n", "not a key", `${"A".repeat(43)}=${"A".repeat(43)}=`])(
    "stops the start if it contains %p",
    (content) => {
      writeFileSync(file, content);
      expect(() => keysInFile(file)).toThrow(OperatorError);
      expect(() => keysInFile(file)).toThrow(`The file ${file} does not hold a message key`);
    },
  );

  test("stops the start if it is missing or unreadable", () => {
    expect(() => keysInFile(file)).toThrow(`The file ${file} with the message key cannot be read (ENOENT)`);
    makeKeyFile(file);
    chmodSync(file, 0);
    // Root can read every file.
    if (process.getuid?.() !== 0) expect(() => keysInFile(file)).toThrow("EACCES");
  });
});

describe("at the start", () => {
  async function starts(...replicas: KeySource[]): Promise<string[]> {
    const { url, close } = await testDatabase();
    const database = openDatabase(url, 1);
    await database.$client`delete from message_keys`;
    const said: string[] = [];
    for (const keys of replicas) {
      await loadKeys(database, keys).then(
        () => said.push("started"),
        (error) => said.push(error instanceof OperatorError ? error.message : String(error)),
      );
    }
    said.push((await keysInUse(database)).map(({ id }) => id).join());
    await closeDatabase(database);
    await close();
    return said;
  }

  test("takes the first start's key into use, and requires it of other replicas", async () => {
    const [first, again, stranger, inUse] = await starts(keysGiven([a]), keysGiven([a]), keysGiven([b]));
    expect([first, again, inUse]).toEqual(["started", "started", a.id]);
    expect(stranger).toStartWith(
      `MESSAGE_KEY lacks the key "${a.id}", with which messages in this database are sealed`,
    );
    expect(stranger).not.toContain(b.bytes.toString("base64"));
    expect(stranger?.split("\n")).toHaveLength(1);
  });

  test("detects another key with the same id", async () => {
    const [, wrong] = await starts(keysGiven([named("k1")]), keysGiven([named("k1")]));
    expect(wrong).toStartWith('MESSAGE_KEY holds another key under the name "k1"');
  });

  test("takes a new first key into use, and requires the old one until it is retired", async () => {
    const [k1, k2] = [named("k1"), named("k2")];
    const said = await starts(
      keysGiven([k1]),
      keysGiven([k1, k2]),
      keysGiven([k2, k1]),
      keysGiven([k2]),
      keysGiven([k1]),
    );
    expect(said.map((each) => each.slice(0, 29))).toEqual([
      "started",
      "started",
      "started",
      'MESSAGE_KEY lacks the key "k1',
      'MESSAGE_KEY lacks the key "k2',
      "k1,k2",
    ]);
  });

  test("reads a key file again before reporting a missing key", async () => {
    replaceKeyFile(file, [a]);
    const early = keysInFile(file);
    replaceKeyFile(file, [b, a]);
    expect(await starts(keysInFile(file), early)).toEqual(["started", "started", b.id]);
  });
});

test("matches body hashes made under any of its keys, tells bodies apart, and accepts hashes of unknown keys", () => {
  const [before, after] = [bodyHashes(keysGiven([a])), bodyHashes(keysGiven([b, a]))];
  const hash = before.of("1", "Hi");
  expect(after.fits(hash, "1", "Hi")).toBe(true);
  expect(after.fits(hash, "1", "Ho")).toBe(false);
  expect(after.fits(hash, "2", "Hi")).toBe(false);
  expect(after.of("1", "Hi")).not.toBe(hash);
  expect(bodyHashes(keysGiven([{ ...c, id: a.id }])).fits(hash, "1", "Hi")).toBe(false);
  expect(bodyHashes(keysGiven([c])).fits(hash, "1", "Ho")).toBe(true);
});
