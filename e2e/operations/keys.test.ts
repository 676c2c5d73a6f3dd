import { afterAll, beforeAll, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  greeted,
  newDataDir,
  removeDataDir,
  type Service,
  startSecondApi,
  startService,
  stop,
} from "../../test-support/running-service.ts";
import { addGift, createTree, newOwner, readTexts } from "../fixtures/visitors.ts";

const TIMEOUT_MS = 120_000;
const ROOT = join(import.meta.dirname, "../..");
const folder = newDataDir();
const keyFile = join(folder, "message.key");
const keyText = () => readFileSync(keyFile, "utf8");

let service: Service;
const start = async () => {
  service = await greeted(await startService(folder, { RATE_LIMITS: "off" }));
};

beforeAll(() => start(), TIMEOUT_MS);
afterAll(async () => {
  if (service.starter.exitCode === null) await stop(service);
  removeDataDir(folder);
}, TIMEOUT_MS);

/** Runs `npm run keys -- …` on the service's data. */
const keys = (...words: string[]) => run("keys", folder, ...words);

/** Runs a command on a data folder. */
async function run(
  script: "keys" | "backup" | "restore",
  dataDir: string,
  ...words: string[]
): Promise<{ code: number; said: string }> {
  const env = { ...process.env, DATABASE_URL: "", MESSAGE_KEY: "", MESSAGE_KEY_FILE: "", DATA_DIR: dataDir };
  const program = spawn(process.execPath, [`scripts/${script}.ts`, ...words], { cwd: ROOT, env });
  let said = "";
  for (const stream of [program.stdout, program.stderr]) stream.on("data", (chunk) => (said += chunk));
  const code = await new Promise<number>((resolve) => program.on("close", (status) => resolve(status ?? 1)));
  return { code, said };
}

test(
  "creates a key that only its user can read, and reminds at every start where it is and to back it up",
  async () => {
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    expect(keyText()).toMatch(/^key-[0-9a-f]{8}:[A-Za-z0-9+/]{43}=\n$/);
    const before = keyText();
    expect(service.output()).toContain(
      `Messages are encrypted with the key in ${keyFile}. Back it up separately from the data`,
    );
    await stop(service);
    await start();
    expect(service.output()).toContain("Back it up");
    expect(keyText()).toBe(before);
    expect(service.output()).not.toContain(before.trim().split(":")[1] ?? "");
  },
  TIMEOUT_MS,
);

test(
  "rotates the key while gifts are added and read through two API processes, without failures or losses",
  async () => {
    const second = await startSecondApi(folder, { RATE_LIMITS: "off" });
    const apis = [service.api, second.api] as const;
    const trees = await Promise.all(Array.from({ length: 6 }, () => createTree(service.site)));
    const written = new Map<string, string[]>(trees.map(({ code }) => [code, []]));
    let isOver = false;
    const failures: string[] = [];
    const senders = Array.from({ length: 4 }, async (_, sender) => {
      for (let i = 0; !isOver; i += 1) {
        const tree = trees[(sender + i) % trees.length] ?? { code: "" };
        const text = `Gift ${sender}-${i}`;
        const added = await addGift(apis[i % 2] ?? apis[0], tree.code, text).catch((error) =>
          failures.push(`${error}`),
        );
        if (typeof added === "string") written.get(tree.code)?.push(text);
        await Bun.sleep(5);
      }
    });
    const reader = (async () => {
      for (let i = 0; !isOver; i += 1) {
        const texts = await readTexts(apis[i % 2] ?? apis[0], trees[i % trees.length] ?? { code: "", cookie: "" });
        if (texts.some((text) => !text?.startsWith("Gift "))) failures.push("a text could not be decrypted");
        await Bun.sleep(20);
      }
    })();

    await Bun.sleep(500);
    const before = keyText();
    const rotated = await keys("rotate");
    await Bun.sleep(300);
    isOver = true;
    await Promise.all([...senders, reader]);
    await second.stop();

    expect(rotated.code).toBe(0);
    expect(rotated.said).toContain("Re-encrypted the keys");
    for (const text of [before, keyText()]) expect(rotated.said).not.toContain(text.trim().split(":")[1] ?? "");
    expect(failures).toEqual([]);
    expect(keyText().trim().split("\n")).toHaveLength(1);
    expect(keyText()).not.toBe(before);
    const [id] = keyText().split(":");
    const listed = await keys("list");
    expect(listed.said).toContain(`${id}  in use since`);
    const [oldId] = before.split(":");
    const oldFile = `${keyFile}.old-${oldId}`;
    expect(listed.said).toContain(`${oldId}  old, for older backups, in ${oldFile}`);
    expect(listed.said.trim().split("\n")).toHaveLength(2);
    expect(readFileSync(oldFile, "utf8")).toBe(before);

    await stop(service);
    await start();
    for (const tree of trees) {
      const texts = written.get(tree.code) ?? [];
      expect(texts.length).toBeGreaterThan(2);
      expect((await readTexts(service.api, tree)).toSorted()).toEqual(texts.toSorted());
    }
  },
  TIMEOUT_MS,
);

test(
  "rotates keys while the service is stopped, and gives up a lost one",
  async () => {
    const tree = await createTree(service.site);
    await addGift(service.api, tree.code, "Before");
    await stop(service);
    expect((await keys("rotate")).code).toBe(0);
    await start();
    expect(await readTexts(service.api, tree)).toEqual(["Before"]);
    await stop(service);

    const id = keyText().split(":")[0] ?? "";
    rmSync(keyFile);
    expect(await keys("give-up", "key-00000000")).toMatchObject({ code: 1 });
    expect((await keys("give-up", id)).said).toContain("can never be read again");
    await start();
    await addGift(service.api, tree.code, "After");
    expect(await readTexts(service.api, tree)).toEqual(["After", null]);
  },
  TIMEOUT_MS,
);

test(
  "restores a backup from before a rotation with the old key beside the new one, and refuses without it",
  async () => {
    const email = "restored@example.com";
    const { code } = await createTree(service.site, { owner: await newOwner(service.site, email) });
    await addGift(service.api, code, "Before the rotation");
    const file = join(folder, "before.backup");
    const oldId = keyText().split(":")[0] ?? "";
    const backedUp = await run("backup", folder, file);
    expect(backedUp.said).toContain(`encrypted with the key "${oldId}", which is not in it`);
    await stop(service);
    expect((await keys("rotate")).code).toBe(0);

    const elsewhere = newDataDir();
    try {
      const refused = await run("restore", elsewhere, file);
      expect([refused.code, refused.said]).toEqual([1, expect.stringContaining(`needs the message key "${oldId}"`)]);
      expect(refused.said).toContain("--without-key");
      expect(readdirSync(elsewhere)).toEqual([]);
      const without = await run("restore", elsewhere, file, "--without-key");
      expect([without.code, without.said]).toEqual([0, expect.stringContaining(`npm run keys -- give-up ${oldId}`)]);
    } finally {
      removeDataDir(elsewhere);
    }

    const restored = await run("restore", folder, file, "--replace");
    expect([restored.code, restored.said]).toEqual([0, expect.stringContaining(`the old key "${oldId}"`)]);
    const inUse = await keys("forget");
    expect([inUse.code, inUse.said]).toEqual([1, expect.stringContaining(`"${oldId}" is still in use`)]);
    expect(readdirSync(folder)).toContain(`message.key.old-${oldId}`);
    await start();
    const tree = { code, cookie: await newOwner(service.site, email) };
    expect(await readTexts(service.api, tree)).toEqual(["Before the rotation"]);

    expect((await keys("rotate")).code).toBe(0);
    const forgotten = await keys("forget", oldId);
    expect([forgotten.code, forgotten.said]).toEqual([0, expect.stringContaining(`Deleted ${keyFile}.old-${oldId}`)]);
    expect((await keys("forget")).code).toBe(0);
    expect(readdirSync(folder).filter((name) => name.includes(".old-"))).toEqual([]);
    expect((await keys("forget")).said).toContain("no old key to forget");
    await stop(service);
    await start();
    expect(await readTexts(service.api, tree)).toEqual(["Before the rotation"]);
  },
  TIMEOUT_MS,
);

test(
  "prints its usage for an unknown command",
  async () => {
    for (const words of [[], ["destroy"], ["list", "more"], ["give-up"]]) {
      const { code, said } = await keys(...words);
      expect([code, said.includes("npm run keys -- rotate")]).toEqual([1, true]);
    }
  },
  TIMEOUT_MS,
);
