// Adds a demo owner with two trees to a running service, over HTTP: `npm run db:seed`.
import "../shared/own-environment.ts";
import { addDays } from "#contract/days";
import { GIFT_IDS } from "#contract/gifts";
import { treeGifting } from "../packages/client/client.ts";
import { dayIn } from "../shared/time-zones.ts";
import { apiUrl, siteUrl } from "../site/addresses.ts";

const OWNER = { email: "demo@example.com", password: "correct horse battery" };
// Five gifts on each of two trees: as many as one address may leave within a minute.
const FRIENDS = ["Ada", "Bob", "지우", "Chloé", "Dmitri"];
const TIME_ZONE = "Europe/London";

if (import.meta.main) {
  try {
    console.log(await seed());
  } catch (error) {
    console.error(`The service at ${siteUrl()} could not be filled: ${(error as Error).message}`);
    process.exit(1);
  }
}

/** Creates the demo owner with an open and a closed tree, unless they exist; returns what to print. */
export async function seed(): Promise<string> {
  const signedUp = await post(`${siteUrl()}/auth/sign-up/email`, OWNER);
  if (!signedUp.ok) throw new Error(`signing up was answered ${signedUp.status}`);
  const signedIn = await post(`${siteUrl()}/auth/sign-in/email`, OWNER);
  if (!signedIn.ok) throw new Error(`signing in was answered ${signedIn.status}`);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const own = await fetch(`${siteUrl()}/owner/trees`, { headers: { cookie } });
  const { data: trees }: { data: { name: string; shareCode: string }[] } = await own.json();
  if (trees.length === 0) {
    const today = dayIn(TIME_ZONE, new Date());
    trees.push(await createTree(cookie, { name: "An open tree", type: "birthday", openingDay: today }));
    trees.push(await createTree(cookie, { name: "A closed tree", type: "christmas", openingDay: addDays(today, 30) }));
    for (const { shareCode } of trees) await addGifts(shareCode);
  }
  const lines = trees.map(({ name, shareCode }) => `  ${name}  ${siteUrl()}/send-message?tree=${shareCode}`);
  return [`Demo owner: ${OWNER.email}, password "${OWNER.password}"`, ...lines].join("\n");
}

async function createTree(cookie: string, tree: { name: string; type: string; openingDay: string }) {
  const answer = await post(`${siteUrl()}/owner/trees`, { ...tree, timeZone: TIME_ZONE }, { cookie });
  if (!answer.ok) throw new Error(`creating a tree was answered ${answer.status}: ${await answer.text()}`);
  const { data }: { data: { name: string; shareCode: string } } = await answer.json();
  return data;
}

async function addGifts(shareCode: string): Promise<void> {
  const api = treeGifting(apiUrl());
  for (const [index, senderName] of FRIENDS.entries()) {
    const giftAssetId = GIFT_IDS[(index * 5) % GIFT_IDS.length] ?? "card";
    const message = `A demo message from ${senderName}.\n\nHave a wonderful day!`;
    await api.leaveGift({ shareCode, giftAssetId, senderName, message, showSenderName: index % 2 === 0 });
  }
}

function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const init = { method: "POST", headers: { "content-type": "application/json", ...headers } };
  return fetch(url, { ...init, body: JSON.stringify(body) });
}
