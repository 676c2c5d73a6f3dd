import { GIFT_IDS } from "#contract/gifts";
import { connect } from "../fixtures/database.ts";

/**
 * Adds gifts with fixed IDs to an empty tree. An ID decides where its gift hangs, and the API's IDs are random: a
 * stable picture needs IDs set in the database.
 */
export async function addFixedGifts(shareCode: string, count: number): Promise<void> {
  const sql = connect();
  const gifts = Array.from({ length: count }, (_, index) => ({
    shareCode,
    position: index + 1,
    id: `00000000-0000-4000-8000-${String(index + 1).padStart(12, "0")}`,
    giftAssetId: GIFT_IDS[index % GIFT_IDS.length] ?? "card",
    hungOn: "2026-12-01",
  }));
  await sql`insert into gifts ${sql(gifts)}`;
  await sql`update trees set gift_count = ${count}, hung_count = ${count}, version = version + 1 where share_code = ${shareCode}`;
  await sql.end();
}
