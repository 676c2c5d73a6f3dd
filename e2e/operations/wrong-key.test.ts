import { afterAll, beforeAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../scripts/free-port.ts";
import { allProcesses } from "../../test-support/processes.ts";
import {
  greeted,
  newDataDir,
  refusalIn,
  removeDataDir,
  type Service,
  startService,
  stop,
} from "../../test-support/running-service.ts";
import { addGift, createTree, readTexts } from "../fixtures/visitors.ts";

// A start with a wrong key exits with one line, and damages nothing.
const TIMEOUT_MS = 120_000;
const folder = newDataDir();
const keyFile = join(folder, "message.key");
const aKey = () => randomBytes(32).toString("base64");

let service: Service;
let tree: { code: string; cookie: string };
let right: string;

async function start(variables?: Record<string, string>): Promise<void> {
  service = await greeted(await startService(folder, variables));
}

beforeAll(async () => {
  await start();
  tree = await createTree(service.site);
  await addGift(service.api, tree.code, "Still here");
  await stop(service);
  right = readFileSync(keyFile, "utf8");
}, TIMEOUT_MS);
afterAll(async () => {
  if (service.starter.exitCode === null) await stop(service);
  removeDataDir(folder);
}, TIMEOUT_MS);

/** Returns the one line with which a start exits. */
async function refusal(variables: Record<string, string> = {}): Promise<string> {
  const refused = await startService(folder, variables);
  expect(await refused.ended).not.toBe(0);
  return refusalIn(refused.output());
}

test(
  "refuses to start without the key file",
  async () => {
    renameSync(keyFile, `${keyFile}.away`);
    expect(await refusal()).toStartWith(`The file ${keyFile} is missing, and with it the key to the messages`);
    renameSync(`${keyFile}.away`, keyFile);
  },
  TIMEOUT_MS,
);

test.each([
  ["another key", () => aKey()],
  ["another key under the right name", () => `${right.split(":")[0]}:${aKey()}`],
  ["half a key", () => right.slice(0, 30)],
  ["nothing", () => ""],
])(
  "refuses to start if the key file contains %s",
  async (_, content) => {
    writeFileSync(keyFile, content());
    const said = await refusal();
    expect(said).toStartWith(`The file ${keyFile} `);
    expect(said).toContain("restore the right");
    for (const secret of [content(), right]) {
      const key = secret.split(":").at(-1)?.trim();
      if (key) expect(said).not.toContain(key);
    }
    writeFileSync(keyFile, right);
  },
  TIMEOUT_MS,
);

test(
  "refuses to start with another MESSAGE_KEY",
  async () => {
    const key = aKey();
    const said = await refusal({ MESSAGE_KEY: key });
    expect(said).toStartWith("MESSAGE_KEY lacks the key");
    expect(said).not.toContain(key);
  },
  TIMEOUT_MS,
);

test(
  "starts with the right key, also if it is moved from the file to MESSAGE_KEY",
  async () => {
    rmSync(keyFile);
    await start({ MESSAGE_KEY: right.trim() });
    expect(await readTexts(service.api, tree)).toEqual(["Still here"]);
    expect(service.output()).not.toContain("Back it up");
    for (const { command } of allProcesses()) expect(command).not.toContain(right.split(":")[1]?.trim());
    await stop(service);
    writeFileSync(keyFile, right, { mode: 0o600 });
    await start();
    expect(await readTexts(service.api, tree)).toEqual(["Still here"]);
  },
  TIMEOUT_MS,
);

test(
  "warns of a key file that others can read",
  async () => {
    const warning = "others on this machine can read the message key's file";
    await stop(service);
    expect(service.output()).not.toContain(warning);
    chmodSync(keyFile, 0o644);
    await start();
    expect(service.output()).toContain(warning);
    chmodSync(keyFile, 0o600);
  },
  TIMEOUT_MS,
);

test(
  "requires MESSAGE_KEY for an external database, since replicas must share it",
  async () => {
    const elsewhere = `postgres://tree:hidden-password@localhost:${await freePort()}/tree`;
    const said = await refusal({ DATABASE_URL: elsewhere });
    expect(said).toStartWith("MESSAGE_KEY is not set; it must be 32 bytes in base64");
    expect(said).not.toContain("hidden-password");
  },
  TIMEOUT_MS,
);
