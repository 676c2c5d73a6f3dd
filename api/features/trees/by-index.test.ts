import { afterAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { testApp } from "../../app.test-utils.ts";

const service = await testApp();
const owner = await service.signedInOwner();
afterAll(() => service.close());

test("lookups use an index, and pages need an index-only scan", async () => {
  const big = Array.from({ length: 3 }, () => service.createTree(owner));
  const codes = (await Promise.all(big)).map((tree) => tree.shareCode);
  await service.database.transaction(async (transaction) => {
    // These tables are so small that a sequential scan is cheapest; the test is whether an index can serve.
    await transaction.execute(sql`set local enable_seqscan = off`);
    const plan = await transaction.execute<{ "QUERY PLAN": string }>(
      sql`explain select share_code from trees where share_code = ${codes[0] ?? ""} and taken_down_for is null`,
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
