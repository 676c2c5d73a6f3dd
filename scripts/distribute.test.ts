import { afterAll, expect, test } from "bun:test";
import { testDatabase } from "../api/platform/db/db.test-utils.ts";

const { url, close } = await testDatabase();
afterAll(close);

test("leaves a database without Citus as it is, and says what is missing", () => {
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "scripts/distribute.ts"], {
    env: { ...process.env, DATABASE_URL: url },
  });
  expect([exitCode, stderr.toString()]).toEqual([
    1,
    "This Postgres has no Citus: create the extension in this database, on every node.\n",
  ]);
});
