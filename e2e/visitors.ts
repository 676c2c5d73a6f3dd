import { dayIn } from "#contract/days";

/** Visitors as programs: what the tests of the running whole do before they look. */

async function send(address: string, body: object, cookie = ""): Promise<Response> {
  const headers = { "content-type": "application/json", cookie };
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** Signs a new owner up and in. Gives the cookie that holds the session. */
export async function newOwner(site: string): Promise<string> {
  const account = { email: `${crypto.randomUUID()}@example.com`, password: "correct horse battery" };
  await send(`${site}/auth/sign-up/email`, account);
  const answer = await send(`${site}/auth/sign-in/email`, account);
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
}

/** A tree of a new owner, open today unless told otherwise. */
export async function plantTree(
  site: string,
  wishes: { openingDay?: string; timeZone?: string } = {},
): Promise<{ code: string; cookie: string }> {
  const cookie = await newOwner(site);
  const timeZone = wishes.timeZone ?? "Pacific/Kiritimati";
  const tree = {
    name: "A tree",
    type: "christmas",
    openingDay: wishes.openingDay ?? dayIn(timeZone, new Date()),
    timeZone,
  };
  const answer = await send(`${site}/owner/trees`, tree, cookie);
  const { data } = await answer.json();
  return { code: data.shareCode, cookie };
}

/** Hangs a gift, and gives its id. */
export async function hangGift(api: string, shareCode: string, message: string): Promise<string> {
  const answer = await send(`${api}/v1/messages`, { shareCode, senderName: "Bob", message, giftAssetId: "card" });
  const { data } = await answer.json();
  return data.id;
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
