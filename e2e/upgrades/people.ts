import { dayIn } from "../../shared/time-zones.ts";
import type { Service } from "../../test-support/running-service.ts";
import { addGift, cookiesOf, listGifts, readTexts } from "../fixtures/visitors.ts";
import { check } from "./check.ts";

const ACCOUNT = { email: "owner@example.com", password: "correct horse battery" };
const ZONE = "Pacific/Kiritimati";
const GIFTS = 40;
const KEYED = "Once";

export type Addresses = Pick<Service, "site" | "api">;
/** What an owner and friends left on a service: an open tree, a closed one, and gifts on both. */
export type Left = {
  cookie: string;
  open: string;
  closed: string;
  key: string;
  keyed: string;
  /** The texts on the open tree. */
  texts: string[];
};

const textOf = (i: number) => `Message ${i} 생일 축하해 🎁`;

async function post(address: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

const signIn = async (site: string) => cookiesOf(await post(`${site}/auth/sign-in/email`, ACCOUNT));

/** Signs up, creates both trees, and leaves gifts. */
export async function leaveThings({ site, api }: Service): Promise<Left> {
  await post(`${site}/auth/sign-up/email`, ACCOUNT);
  const cookie = await signIn(site);
  async function create(name: string, openingDay: string): Promise<string> {
    const tree = { name, type: "birthday", openingDay, timeZone: ZONE };
    const { data } = await (await post(`${site}/owner/trees`, tree, { cookie })).json();
    return data.shareCode;
  }
  const open = await create("Open", dayIn(ZONE, new Date()));
  const closed = await create("Closed", dayIn(ZONE, new Date(Date.now() + 90 * 86_400_000)));
  const texts = Array.from({ length: GIFTS }, (_, i) => textOf(i));
  for (const text of texts) for (const code of [open, closed]) await addGift(api, code, text);
  const key = crypto.randomUUID();
  const keyed = await withKey(api, open, key);
  return { cookie, open, closed, key, keyed, texts: [...texts, KEYED] };
}

async function withKey(api: string, shareCode: string, key: string): Promise<string> {
  const gift = { shareCode, senderName: "Bob", message: KEYED, giftAssetId: "card" };
  const { data } = await (await post(`${api}/v1/messages`, gift, { "idempotency-key": key })).json();
  return data.id;
}

/** Checks what a process of the release before still does on tables of this version. */
export async function useOldProcess({ site, api }: Addresses, { cookie, open, closed, texts }: Left): Promise<void> {
  const works = async (what: string, work: () => Promise<unknown>) => {
    const failed = await work().then(
      () => "",
      (error) => `: ${error.message}`,
    );
    check(`an old process ${what}${failed}`, failed === "");
  };
  await works("takes a gift", () => addGift(api, closed, textOf(GIFTS)));
  await works("takes a report", () =>
    post(`${api}/v1/reports`, { shareCode: open, reason: "spam", details: "Not kind at all" }),
  );
  await works("signs in", () => signIn(site));
  await works("signs up", () => post(`${site}/auth/sign-up/email`, { ...ACCOUNT, email: "late@example.com" }));
  await works("shows the tree", async () => {
    if (!(await fetch(`${site}/send-message?tree=${open}`)).ok) throw new Error("not found");
  });
  await works("lists an owner's messages", async () => {
    if ((await readTexts(api, { code: open, cookie })).length !== texts.length) throw new Error("not all");
  });
}

/** Checks that everything is there, and readable by its owner alone. After a restore, sessions and keys are gone. */
export async function findThings({ site, api }: Addresses, left: Left, isRestored: boolean): Promise<void> {
  const cookie = isRestored ? await signIn(site) : left.cookie;
  const trees = await fetch(`${site}/owner/trees`, { headers: { cookie } });
  check("the owner is signed in, and has both trees", trees.status === 200 && (await trees.json()).data.length === 2);
  const texts = await readTexts(api, { code: left.open, cookie });
  const isSame = texts.toSorted().join() === left.texts.toSorted().join();
  check(`the owner reads ${left.texts.length} messages, 0 lost`, isSame);
  const early = await readTexts(api, { code: left.closed, cookie });
  check("the closed tree shows no text", early.length >= GIFTS && early.every((text) => text === null));
  check("visitors see all gifts", (await listGifts(api, left.open)).ids.size === left.texts.length);
  if (!isRestored) check("a repeat finds its gift", (await withKey(api, left.open, left.key)) === left.keyed);
  check("the password signs in", (await signIn(site)) !== "");
  const late = `After the upgrade ${left.texts.length}`;
  left.texts.push(late);
  await addGift(api, left.open, late);
  check("a new gift is readable", (await readTexts(api, { code: left.open, cookie })).length === left.texts.length);
  const page = await fetch(`${site}/send-message?tree=${left.open}`);
  check("the tree's page shows", page.status === 200 && (await page.text()).includes("Open"));
}
