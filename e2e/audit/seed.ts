import { GIFT_IDS } from "#contract/gifts";
import type { Language } from "#contract/languages";
import type { TreeType } from "#contract/trees";
import { authenticator } from "../../test-support/authenticator.ts";
import { newModerator } from "../fixtures/moderators.ts";
import { mailedLink } from "../fixtures/outbox.ts";
import { inDays, newOwner, sendHeart, ZONE } from "../fixtures/visitors.ts";

/** The audited data: one owner, trees by share code, a gift of the open one, and a moderator. */
export type Seed = {
  cookie: string;
  moderator: string;
  open: string;
  closed: string;
  sixty: string;
  /** One that the owner prepares for somebody. */
  surprise: string;
  /** One that the moderator prepares. */
  prepared: string;
  unwrapped: string;
  gift: string;
  /** The tokens of the owner's mailed links. */
  confirming: string;
  signingIn: string;
  /** A gift on the closed tree, and the key that takes it back. */
  sent: { id: string; takeBackKey: string };
  /** One on the tree whose gifts are unwrapped, with a line that the owner sent back. */
  replied: { id: string; takeBackKey: string };
};

/** A running site and its seeded data. */
export type SeededService = { site: string; seed: Seed };

/** User-written texts: a page must contain no text in another language except from the site itself. */
type Words = {
  trees: readonly [open: string, closed: string, sixty: string];
  long: string;
  short: string;
  friend: string;
};

/** What people write in the seeded service, by the site's language. */
export const WORDS: Record<Language, Words> = {
  en: {
    trees: ["Grandmother's tree", "Ada is forty", "For all of you"],
    long: "A year full of good mornings, dear friend. 🎄\nMay the kettle always be warm. ".repeat(6),
    short: "See you on Sunday!",
    friend: "Friend",
  },
  ko: {
    trees: ["할머니의 나무", "지우의 생일", "모두에게"],
    long: "좋은 아침으로 가득한 한 해가 되기를, 사랑하는 친구야. 🎄\n찻주전자는 늘 따뜻하기를. ".repeat(9),
    short: "일요일에 만나요!",
    friend: "친구",
  },
  ja: {
    trees: ["おばあちゃんのツリー", "さくらの誕生日", "みんなへ"],
    long: "すてきな朝がたくさん訪れる一年になりますように。🎄\nいつもあたたかいお茶が待っていますように。".repeat(9),
    short: "日曜日に会おうね!",
    friend: "友だち",
  },
  es: {
    trees: ["El árbol de la abuela", "Ana cumple cuarenta", "Para todos ustedes"],
    long: "Un año lleno de buenas mañanas, querida amiga. 🎄\nQue siempre haya café caliente. ".repeat(6),
    short: "¡Nos vemos el domingo!",
    friend: "Lucía",
  },
};

/**
 * Creates an open tree with 12 gifts, a closed one with 12, an open one with 60, and one with 2 that are unwrapped.
 * Reports two trees and dismisses one of the reports. A refused text waits for the moderator, who has a passkey. `dataDir` is the service's.
 */
export async function seedService(
  site: string,
  api: string,
  dataDir = process.env.E2E_DATA_DIR ?? "",
  words = WORDS.en,
): Promise<SeededService> {
  const email = `ada-${crypto.randomUUID()}@example.com`;
  const [cookie, { cookie: moderator }] = await Promise.all([newOwner(site, email), newModerator(site, dataDir)]);
  await post(`${site}/auth/request-password-reset`, { email });
  const mailedToken = async (subject: string) =>
    new URL(await mailedLink(email, subject, dataDir)).searchParams.get("token") ?? "";
  const confirming = await mailedToken("Confirm your email address");
  const signingIn = await mailedToken("Your sign-in link");
  await addPasskey(site, moderator);
  const makeTree = (name: string, type: TreeType, openingDay: string) =>
    post(`${site}/owner/trees`, { name, type, openingDay, timeZone: ZONE }, cookie);
  const prepare = (name: string, friend: string, by = cookie) => {
    const names = { name, ownerName: friend, organizerName: friend, type: "birthday" };
    return post(`${site}/owner/organizing`, { ...names, openingDay: inDays(30), timeZone: ZONE }, by);
  };
  const [open, closed, sixty, unwrapped, surprise, prepared] = await Promise.all([
    makeTree(words.trees[0], "christmas", inDays(0)),
    makeTree(words.trees[1], "birthday", inDays(30)),
    makeTree(words.trees[2], "valentine", inDays(0)),
    makeTree(words.trees[0], "birthday", inDays(0)),
    prepare(words.trees[1], words.friend),
    prepare(words.trees[1], words.friend, moderator),
  ]);
  const codes = {
    open: open.shareCode,
    closed: closed.shareCode,
    sixty: sixty.shareCode,
    unwrapped: unwrapped.shareCode,
    surprise: surprise.shareCode,
    prepared: prepared.shareCode,
  };
  await Promise.all([
    sendGift(api, codes.open, 12, words),
    sendGift(api, codes.closed, 11, words),
    sendGift(api, codes.sixty, 60, words),
    sendGift(api, codes.unwrapped, 2, words),
    sendGift(api, codes.surprise, 3, words),
  ]);
  const [sent, replied] = await Promise.all(
    [codes.closed, codes.unwrapped].map((shareCode) =>
      post(`${api}/site/gifts`, { shareCode, senderName: words.friend, message: words.short, giftAssetId: "card" }),
    ),
  );
  await sendHeart(site, { code: codes.unwrapped, cookie }, replied.id, words.short);
  await unwrap(site, codes.unwrapped, cookie);
  await report(api, codes.open, { reason: "threat", details: words.long });
  await report(api, codes.closed, { reason: "spam" });
  for (const includesText of [true, false]) await post(`${api}/site/appeals`, { message: "🖕", includesText });
  const dismissal = { act: "dismiss", reason: "no_rule_broken", shareCode: codes.closed, note: words.short };
  await post(`${api}/moderation/acts`, dismissal, moderator);
  const { data: gifts } = await (await fetch(`${api}/v1/messages/${codes.open}?limit=1`)).json();
  return { site, seed: { cookie, moderator, ...codes, confirming, signingIn, gift: gifts[0].id, sent, replied } };
}

/** Adds a passkey to a confirmed account. */
async function addPasskey(site: string, cookie: string): Promise<void> {
  const options = await post(`${site}/owner/passkeys/options`, { password: "correct horse battery" }, cookie);
  await post(`${site}/owner/passkeys`, { credential: authenticator(site).create(options) }, cookie);
}

async function unwrap(site: string, shareCode: string, cookie: string): Promise<void> {
  const opening = `${site}/owner/trees/${shareCode}/opening`;
  const { data }: { data: { id: string }[] } = await (await fetch(opening, { headers: { cookie } })).json();
  await post(opening, { ids: data.map(({ id }) => id) }, cookie);
}

/** Reports the tree, and its newest gift. */
async function report(api: string, shareCode: string, words: object): Promise<void> {
  const { data } = await (await fetch(`${api}/v1/messages/${shareCode}?limit=1`)).json();
  await post(`${api}/v1/reports`, { shareCode, ...words });
  await post(`${api}/v1/reports`, { shareCode, messageId: data[0].id, ...words });
}

/** Adds gifts of every kind in turn, from senders who show their names and senders who do not. */
async function sendGift(api: string, shareCode: string, count: number, words: Words): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await post(`${api}/v1/messages`, {
      shareCode,
      senderName: `${words.friend} ${index + 1}`,
      showSenderName: index % 2 === 0,
      message: index % 3 === 0 ? words.long : words.short,
      giftAssetId: GIFT_IDS[index % GIFT_IDS.length],
    });
  }
}

async function post(address: string, body: object, cookie = "") {
  const headers = { "content-type": "application/json", cookie };
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()).data;
}
