import { dayIn } from "#contract/days";
import type { TreeType } from "#contract/trees";

/** Visitors as programs: what the tests of the running whole do before they look. */

async function send(address: string, body: object, cookie = ""): Promise<Response> {
  const headers = { "content-type": "application/json", cookie };
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** Signs a new owner up and in. Gives the cookie that holds the session. */
export async function newOwner(site: string, email = `${crypto.randomUUID()}@example.com`): Promise<string> {
  const account = { email, password: "correct horse battery" };
  await send(`${site}/auth/sign-up/email`, account);
  return cookiesOf(await send(`${site}/auth/sign-in/email`, account));
}

/** What a browser sends back of the cookies that an answer gave it. */
export function cookiesOf({ headers }: Response): string {
  const given = headers.getSetCookie().map((each) => each.split(";")[0]);
  return given.join("; ");
}

/** `owner` is the session's cookie of somebody who has an account already. */
export type TreeWishes = { name?: string; type?: TreeType; openingDay?: string; timeZone?: string; owner?: string };
export type PlantedTree = { code: string; cookie: string };

/** A tree, of a new owner and open today unless told otherwise. */
export async function plantTree(site: string, wishes: TreeWishes = {}): Promise<PlantedTree> {
  const cookie = wishes.owner ?? (await newOwner(site));
  const timeZone = wishes.timeZone ?? "Pacific/Kiritimati";
  const openingDay = wishes.openingDay ?? dayIn(timeZone, new Date());
  const tree = { name: wishes.name ?? "A tree", type: wishes.type ?? "christmas", openingDay, timeZone };
  const answer = await send(`${site}/owner/trees`, tree, cookie);
  const { data } = await answer.json();
  return { code: data.shareCode, cookie };
}

export type GiftWishes = { senderName?: string; giftAssetId?: string; showSenderName?: boolean };

/** Hangs a gift, and gives its id. */
export async function hangGift(api: string, shareCode: string, message: string, wishes: GiftWishes = {}) {
  const gift = { shareCode, senderName: "Bob", message, giftAssetId: "card", ...wishes };
  const answer = await send(`${api}/v1/messages`, gift);
  const { data } = await answer.json();
  return data.id as string;
}

/** Deletes a tree, as its owner. */
export async function fellTree(site: string, { code, cookie }: PlantedTree): Promise<void> {
  const answer = await fetch(`${site}/owner/trees/${code}`, { method: "DELETE", headers: { cookie } });
  if (!answer.ok) throw new Error(`Deleting ${code} was answered ${answer.status}`);
}

/** All gifts of a tree, followed from page to page. */
export async function listGifts(api: string, code: string): Promise<{ ids: Set<string>; giftCount: number }> {
  const ids = new Set<string>();
  let next: string | null = null;
  let giftCount = 0;
  do {
    const query: string = next ? `?limit=200&cursor=${next}` : "?limit=200";
    const { data, page } = await (await fetch(`${api}/v1/messages/${code}${query}`)).json();
    for (const gift of data) ids.add(gift.id);
    next = page.next;
    giftCount = page.giftCount;
  } while (next);
  return { ids, giftCount };
}

/** The texts on an open tree, as its owner reads them, the newest first; null for one that does not open. */
export async function readTexts(api: string, tree: { code: string; cookie: string }): Promise<(string | null)[]> {
  const answer = await fetch(`${api}/owner/trees/${tree.code}/messages?limit=200`, {
    headers: { cookie: tree.cookie },
  });
  const { data } = await answer.json();
  return data.map(({ message }: { message: string | null }) => message);
}
