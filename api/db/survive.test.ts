import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { testDatabase } from "./testing.ts";

/** A process that asks much, and whose connections are cut again and again meanwhile; then it says what it still gets. */
const program = (url: string) => `
  const { openDatabase } = await import(${JSON.stringify(join(import.meta.dir, "client.ts"))});
  const { connect } = await import(${JSON.stringify(join(import.meta.dir, "connect.ts"))});
  const { surviveLostConnections } = await import(${JSON.stringify(join(import.meta.dir, "survive.ts"))});
  const { createLog } = await import(${JSON.stringify(join(import.meta.dir, "../log.ts"))});
  const { sql } = await import("drizzle-orm");
  surviveLostConnections(createLog("error"));
  const database = openDatabase(${JSON.stringify(url)});
  const other = connect(${JSON.stringify(url)}, { max: 1 });
  const words = "words ".repeat(20);
  const ask = () => database.execute(sql\`select \${words}::text\`).then(() => true, () => false);
  const many = () => Promise.all(Array.from({ length: 60 }, ask));
  for (let round = 0; round < 5; round += 1) {
    const asked = many();
    await other\`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'tree-gifting' and datname = current_database()\`;
    await Promise.all([asked, many()]);
  }
  await Bun.sleep(1500);
  await many();
  const began = performance.now();
  const answered = (await many()).filter(Boolean).length;
  console.log(JSON.stringify({ answered, ms: performance.now() - began }));
  process.exit();`;

test("a process whose connections are cut again and again while it asks much lives, and gets all its answers again", async () => {
  const made = await testDatabase();
  const child = spawn(process.execPath, ["-e", program(made.url)], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.on("data", (words) => (said += words));
  const code = await new Promise((resolve) => child.once("exit", resolve));
  expect(code).toBe(0);
  const { answered, ms } = JSON.parse(said.trim().split("\n").at(-1) ?? "");
  expect(answered).toBe(60);
  expect(ms).toBeLessThan(1000);
  await made.close();
}, 60_000);
