import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type TestApp, type TestOwner, testApp } from "../../app.test-utils.ts";
import { treeStore } from "./store.ts";

let service: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  service = await testApp();
  owner = await service.signedInOwner();
});
afterAll(() => service.close());

test("look-ups are found by their index, and pages are read from theirs alone", async () => {
  const big = Array.from({ length: 3 }, () => service.createTree(owner));
  const codes = (await Promise.all(big)).map((tree) => tree.shareCode);
  expect(await treeStore(service.database).findEach(codes)).toHaveLength(3);
  await service.database.transaction(async (transaction) => {
    // The tables here are so small that reading them whole is cheapest; what matters is that an index serves.
    await transaction.execute(sql`set local enable_seqscan = off`);
    const plan = await transaction.execute<{ "QUERY PLAN": string }>(
      sql`explain select share_code from trees where share_code = any(${sql.param(codes)}::text[]) and taken_down_for is null`,
    );
    expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain("trees_pkey");
    const page = await transaction.execute<{ "QUERY PLAN": string }>(
      sql`explain select position, id, gift_asset_id, sender_name, hung_on from gifts
        where share_code = ${codes[0] ?? ""} and position < 5 and taken_down_for is null order by position desc limit 101`,
    );
    const lines = page.map((line) => line["QUERY PLAN"]).join("\n");
    expect(lines).toContain("Index Only Scan Backward using gifts_by_position");
    expect(lines).not.toContain("Sort");
  });
});
