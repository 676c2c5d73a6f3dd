import postgres from "postgres";
import type { Found } from "./judge.ts";

/** Reads all gifts as their owner, and what the database contains: encrypted gifts, and the trees' counters. */
export async function readAll(api: string, cookie: string, shareCodes: readonly string[], databaseUrl: string) {
  const trees: Found[][] = [];
  for (const code of shareCodes) trees.push(await readTree(api, cookie, code));
  const gifts = trees.flat();
  const address = new URL(databaseUrl);
  const host = address.searchParams.get("host");
  address.searchParams.delete("host");
  const database = postgres(address.href, { max: 1, ...(host && { host }) });
  const [row] = await database`
    select
      (select count(*)::integer from gifts join messages
        on gift_id = id and messages.share_code = gifts.share_code and gifts.share_code in ${database(shareCodes)}) as in_database,
      (select sum(gift_count)::integer from trees where share_code in ${database(shareCodes)}) as gift_count`;
  await database.end();
  return { gifts, inDatabase: Number(row?.in_database), giftCount: Number(row?.gift_count) };
}

async function readTree(api: string, cookie: string, code: string): Promise<Found[]> {
  const gifts: Found[] = [];
  for (let next: string | null = ""; next !== null; ) {
    const address: string = `${api}/owner/trees/${code}/messages?limit=200${next && `&cursor=${encodeURIComponent(next)}`}`;
    const answer: Response = await fetch(address, { headers: { cookie } });
    if (!answer.ok) throw new Error(`The owner's messages were answered with ${answer.status}.`);
    const { data, page } = await answer.json();
    gifts.push(...data.map(({ id, message }: { id: string; message: string | null }) => ({ id, text: message })));
    next = page.next;
  }
  return gifts;
}
