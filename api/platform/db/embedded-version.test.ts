import { afterAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
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

test("quotes a path in those commands, so that a shell takes it as it is", async () => {
  const odd = join(dataDir, "Ada's $HOME (old)");
  mkdirSync(join(odd, "postgres"), { recursive: true });
  writeFileSync(join(odd, "postgres/PG_VERSION"), "12\n");
  writeFileSync(join(odd, "message.key"), "");
  const refusal = await startEmbeddedPostgres({ dataDir: odd }).catch((error: Error) => error.message);
  const [move = ""] = String(refusal).match(/mkdir .*/) ?? [];
  expect(spawnSync("sh", ["-c", move], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
  expect(existsSync(`${odd}-18/message.key`)).toBe(true);
  const [variable = ""] = String(refusal).match(/(?<= {2})DATA_DIR=.*(?= npm)/) ?? [];
  const { stdout } = spawnSync("sh", ["-c", `${variable} && echo "$DATA_DIR"`], { encoding: "utf8" });
  expect(stdout).toBe(`${odd}-18\n`);
});
