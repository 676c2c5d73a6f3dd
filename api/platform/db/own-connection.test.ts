import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OperatorError } from "../../../shared/operator-error.ts";
import { withoutPreparing } from "./address.ts";
import { startEmbeddedPostgres } from "./embedded.ts";
import { addressOfItsOwn } from "./own-connection.ts";
import { asAdmin, asSuperuser, withName } from "./template.test-utils.ts";

const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), "tree-own-")));
let servers: Awaited<ReturnType<typeof startEmbeddedPostgres>>[] = [];
beforeAll(async () => {
  servers = await Promise.all(folders.map((dataDir) => startEmbeddedPostgres({ dataDir, isThrowAway: true })));
}, 60_000);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}, 60_000);

test("requires DATABASE_DIRECT_URL to name the database of DATABASE_URL, on the same Postgres", async () => {
  const [here = "", elsewhere = ""] = servers.map(({ url }) => url);
  await asAdmin(asSuperuser(here), "create database other");
  const databaseUrl = withoutPreparing(here);
  expect(await addressOfItsOwn({ databaseUrl, directUrl: here })).toBe(here);
  // The second one has the same name and the same oid.
  for (const directUrl of [withName(here, "other"), elsewhere]) {
    const refused = addressOfItsOwn({ databaseUrl, directUrl });
    await expect(refused).rejects.toThrow(OperatorError);
    await expect(refused).rejects.toThrow("DATABASE_DIRECT_URL names another database than DATABASE_URL");
  }
}, 20_000);

test("names the variable whose address is unreachable", async () => {
  const [{ url } = { url: "" }] = servers;
  const nowhere = "postgres://tree@localhost:1/tree";
  const refused = addressOfItsOwn({ databaseUrl: url, directUrl: nowhere });
  await expect(refused).rejects.toThrow("Check DATABASE_DIRECT_URL");
  await expect(addressOfItsOwn({ databaseUrl: nowhere, directUrl: url })).rejects.toThrow("Check DATABASE_URL");
}, 20_000);
