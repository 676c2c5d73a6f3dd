import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "./embedded.ts";

const dataDir = mkdtempSync(join(tmpdir(), "tree-version-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

test("refuses a folder of another major version with the commands that move it, and changes nothing there", async () => {
  mkdirSync(join(dataDir, "postgres"));
  writeFileSync(join(dataDir, "postgres/PG_VERSION"), "12\n");
  const refusal = await startEmbeddedPostgres({ dataDir }).catch((error: Error) => error.message);
  expect(refusal).toStartWith(`Postgres 12 made the database in ${dataDir}, and this version brings Postgres `);
  for (const command of [
    `DATA_DIR=${dataDir} npm run backup -- ${dataDir}.backup`,
    "cp -p",
    `npm run restore -- ${dataDir}.backup`,
  ])
    expect(refusal).toContain(command);
  expect(readdirSync(dataDir)).toEqual(["postgres"]);
});
