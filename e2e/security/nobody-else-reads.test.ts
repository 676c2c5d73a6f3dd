import { afterAll, beforeAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import postgres from "postgres";
import { freePort } from "../../scripts/free-port.ts";
import { authenticator } from "../../test-support/authenticator.ts";
import {
  databaseUrlOf,
  greeted,
  newDataDir,
  removeDataDir,
  type Service,
  startService,
  stop,
} from "../../test-support/running-service.ts";
import { confirmEmail } from "../fixtures/moderators.ts";
import { mailSaying } from "../fixtures/outbox.ts";
import { filesWith, formsOf } from "../fixtures/search-for-texts.ts";
import { addGift, cookiesOf, createTree, inDays, newOwner, type PlantedTree } from "../fixtures/visitors.ts";

// The privacy promise, tested on the running service: the text of many messages appears nowhere but to their owner.
const TIMEOUT_MS = 180_000;
const MESSAGES = 1000;
const AT_ONCE = 20;
const TEXT = "Only you shall ever read that I buried the blue marble";
const HIDDEN_NAME = "Quentin of the Quince";
const SHOWN_NAME = "Somebody who shows it";
const EMAIL = "owner@example.com";
const PASSWORD = "correct horse battery";

/** The others' sender is hidden by the owner's list. */
const ONE_SHOWN_OF = 100;

const folder = newDataDir();
let service: Service;
let tree: PlantedTree;
/** The operators' ports. */
let ops: number[];
/** An entry of the owner's list, besides the hidden name. */
const HIDDEN_WORDS = "the marble of my grandfather";
/** What takes back the gift that the form leaves. */
let takeBackKey = "";
/** All answers, by URL. */
const answers: { from: string; status: number; text: string }[] = [];

beforeAll(async () => {
  ops = [await freePort(), await freePort()];
  const [OPS_PORT, SITE_OPS_PORT] = ops.map(String) as [string, string];
  const variables = { RATE_LIMITS: "off", LOG_LEVEL: "debug", OPS_PORT, SITE_OPS_PORT };
  service = await greeted(await startService(folder, variables));
  const owner = await confirmEmail(service.site, EMAIL, folder, await newOwner(service.site, EMAIL));
  tree = await createTree(service.site, { owner, openingDay: inDays(30) });
  for (let added = 0; added < MESSAGES; added += AT_ONCE) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, i) => {
        const isShown = (added + i) % ONE_SHOWN_OF === 0;
        const senderName = isShown ? SHOWN_NAME : HIDDEN_NAME;
        return addGift(service.api, tree.code, `${TEXT}, number ${added + i}`, { senderName, showSenderName: isShown });
      }),
    );
  }
}, TIMEOUT_MS);
afterAll(async () => {
  if (service.starter.exitCode === null) await stop(service);
  removeDataDir(folder);
}, TIMEOUT_MS);

const TEXTS = formsOf(TEXT);
const SECRETS = [...TEXTS, ...formsOf(HIDDEN_NAME), ...formsOf(HIDDEN_WORDS)];

async function keep(address: string, request: RequestInit = {}): Promise<Response> {
  const answer = await fetch(address, { redirect: "manual", ...request });
  const said = [...answer.headers].join("\n");
  answers.push({ from: address, status: answer.status, text: said + Buffer.from(await answer.clone().arrayBuffer()) });
  return answer;
}

const found = (secrets: readonly string[]) =>
  answers.filter(({ text }) => secrets.some((secret) => text.includes(secret))).map(({ from }) => from);

test("takes a list of words and senders to hide, which hides most gifts", async () => {
  const { site, api } = service;
  const { code, cookie } = tree;
  const headers = { "content-type": "application/json", cookie };
  for (const [kind, text] of [
    ["sender", HIDDEN_NAME],
    ["words", HIDDEN_WORDS],
  ] as const) {
    const body = JSON.stringify({ kind, text });
    expect((await fetch(`${site}/owner/hiding`, { method: "POST", headers, body })).status).toBe(200);
    expect((await keep(`${api}/owner/hiding`, { method: "POST", body })).status).toBe(401);
  }
  const { data } = await (await fetch(`${site}/owner/trees/${code}/messages`, { headers })).json();
  const hidden = data.filter(({ isHidden }: { isHidden: boolean }) => isHidden);
  expect(hidden.length).toBeGreaterThan(data.length / 2);
  const path = `${site}/owner/trees/${code}/messages/${hidden[0].id}`;
  const body = JSON.stringify({ isHidden: true });
  expect((await fetch(path, { method: "PATCH", headers, body })).status).toBe(200);
});

test("takes a passkey, whose answers hold nothing of it", async () => {
  const { site } = service;
  const headers = { "content-type": "application/json", cookie: tree.cookie };
  const post = (path: string, body: object) =>
    keep(site + path, { method: "POST", headers, body: JSON.stringify(body) });
  const device = authenticator(site);
  const { data } = await (await post("/owner/passkeys/options", { password: PASSWORD })).json();
  expect((await post("/owner/passkeys", { credential: device.create(data) })).status).toBe(201);
  const { data: asked } = await (await post("/auth/passkey/options", {})).json();
  const signedIn = await post("/auth/sign-in/passkey", { credential: device.get(asked) });
  expect(signedIn.status).toBe(200);
  tree = { ...tree, cookie: cookiesOf(signedIn) };
  await keep(`${site}/owner/passkeys`, { headers: { cookie: tree.cookie } });
  expect(found(SECRETS)).toEqual([]);
});

test("reveals it in no public answer: API, pages, pictures, calendars, machine-readable files, metrics", async () => {
  const { site, api } = service;
  const { code } = tree;
  for (const path of [`/v1/trees/${code}`, "/v1/status", "/v1", "/openapi.json", "/healthz"]) await keep(api + path);
  let next: string | null = "";
  for (let pages = 0; next !== null; pages += 1) {
    expect(pages).toBeLessThan(10);
    const answer = await keep(`${api}/v1/messages/${code}?limit=200${next && `&cursor=${next}`}`);
    const { data, page } = await answer.json();
    next = page.next;
    for (const gift of data) expect(gift.message).toBe("");
  }
  const ofTheTree = [`/send-message?tree=${code}`, `/ko/send-message?tree=${code}`, `/report?tree=${code}`];
  const toShare = [`/calendar/${code}.ics`, `/invitation/${code}`, `/tree-picture/${code}/gifts.svg`];
  const others = ["/", "/create", "/status", "/llms-full.txt", "/sitemap.xml", "/guides/search.json", "/offline"];
  for (const path of [...ofTheTree, ...toShare, ...others, `/my-trees/${code}`, `/owner/trees/${code}/messages`]) {
    await keep(site + path);
  }
  // Any version redirects to the current picture.
  for (const path of [`/share-picture/${code}-any.png`, `/story-card/${code}-en.png`]) {
    const wayToPicture = await keep(site + path);
    const picture = await keep(new URL(wayToPicture.headers.get("location") ?? "", site).href);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
  }
  for (const port of ops) expect((await keep(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
  expect(found(SECRETS)).toEqual([]);
  expect(found([SHOWN_NAME]).length).toBeGreaterThan(0);
});

test("reveals it neither to its sender nor in their cookies, while they leave a gift and take it back", async () => {
  const { site, api } = service;
  const begun = answers.length;
  const form = {
    method: "POST",
    body: new URLSearchParams({ giftAssetId: "card", message: TEXT, senderName: HIDDEN_NAME }),
  };
  const sent = await keep(`${site}/send-message?tree=${tree.code}`, form);
  const cookie = sent.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const [, id = "", key = ""] = /\.([0-9a-f-]{36})\.(.+)$/.exec(cookie) ?? [];
  takeBackKey = key;
  await keep(site + sent.headers.get("location"));
  const page = await keep(`${site}/take-back?tree=${tree.code}`, { headers: { cookie } });
  expect(await page.text()).toContain(key);
  await keep(`${site}/ko/take-back?tree=${tree.code}&gift=${id}&key=${key}`);
  await keep(`${api}/site/gifts/${tree.code}/${id}?key=${key}`);
  const body = () => new URLSearchParams({ gift: id, key });
  const taken = await keep(`${site}/take-back?tree=${tree.code}`, { method: "POST", body: body() });
  expect([sent.status, taken.status]).toEqual([303, 303]);
  await keep(site + taken.headers.get("location"));
  const again = await keep(`${site}/take-back?tree=${tree.code}`, { method: "POST", body: body() });
  expect(again.status).toBe(404);
  expect(answers.length - begun).toBe(8);
  expect(found(SECRETS)).toEqual([]);
});

test("mails no text to the owner, no name that its sender hides, and no gift that the owner hides", async () => {
  // Before the next test, in which the owner sees the gifts.
  const database = connect();
  await database`update trees set news_due_at = now()`;
  await database.end();
  const mail = await mailSaying(EMAIL, `You have ${MESSAGES / ONE_SHOWN_OF} new gifts`, folder);
  expect(SECRETS.filter((secret) => mail.includes(secret))).toEqual([]);
  expect(mail).toContain(SHOWN_NAME);
});

test("reveals no text to the owner before the opening day", async () => {
  const { site } = service;
  const { code, cookie } = tree;
  const asOwner = { headers: { cookie } };
  const paths = [
    ...["/owner/trees", `/owner/trees/${code}`, `/owner/trees/${code}/messages?limit=200`, "/owner/export"],
    ...["/my-trees", `/my-trees/${code}`, `/my-trees/${code}/opening`, `/my-trees/${code}/keepsake`, "/account"],
    ...[`/owner/trees/${code}/export`, `/invitation/${code}`, `/send-message?tree=${code}`],
  ];
  for (const path of paths) await keep(site + path, asOwner);
  expect(found(TEXTS)).toEqual([]);
  // The owner does see the senders: this proves that the search works.
  expect(found([HIDDEN_NAME]).length).toBeGreaterThan(0);
});

test(
  "repeats it in no error answer",
  async () => {
    const { api, site } = service;
    const gift = { shareCode: tree.code, senderName: HIDDEN_NAME, message: TEXT, giftAssetId: "card" };
    const json = { "content-type": "application/json" };
    const post = (body: unknown, headers: Record<string, string> = json) =>
      keep(`${api}/v1/messages`, {
        method: "POST",
        headers,
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
    const begun = answers.length;
    await post({ ...gift, giftAssetId: "none", [TEXT]: 1 });
    await post({ ...gift, message: TEXT.repeat(20) });
    await post({ ...gift, message: `${TEXT}, you fucking idiot` });
    await post({ ...gift, shareCode: "zzzzzzzz" });
    await post(JSON.stringify(gift).slice(0, -2));
    await post(JSON.stringify(gift), { "content-type": `text/plain; x="${HIDDEN_NAME}"` });
    await post(JSON.stringify({ ...gift, message: TEXT.repeat(2000) }));
    await post(gift, { ...json, "idempotency-key": "one" });
    await post({ ...gift, message: `${TEXT}!` }, { ...json, "idempotency-key": "one" });
    await keep(`${api}/v1/${encodeURIComponent(TEXT)}`);
    await keep(`${api}/v1/reports`, {
      method: "POST",
      headers: json,
      body: JSON.stringify({ shareCode: tree.code, reason: TEXT }),
    });
    // Break the tables, so that the service fails while it handles the text.
    const database = connect();
    await database`alter table messages add constraint no_more check (false) not valid`;
    await post(gift);
    await database`alter table messages drop constraint no_more`;
    await database`alter table gifts rename to gone`;
    await post(gift);
    await keep(`${site}/send-message?tree=${tree.code}`);
    await database`alter table gone rename to gifts`;
    await database.end();
    const errors = answers.slice(begun);
    expect(errors.filter(({ status }) => status >= 500).length).toBeGreaterThan(0);
    expect(new Set(errors.map(({ status }) => status)).size).toBeGreaterThan(5);
    const repeated = errors.filter(({ text }) => SECRETS.some((secret) => text.includes(secret)));
    expect(repeated.map(({ from }) => from)).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  "stores it in no dump, no file and no log line",
  async () => {
    const { code, cookie } = tree;
    const dumped = dump();
    expect(SECRETS.filter((secret) => dumped?.includes(secret))).toEqual([]);
    if (dumped !== null) expect(dumped).toContain(SHOWN_NAME);
    // The log contains nothing about trees and owners either.
    for (const secret of [...SECRETS, SHOWN_NAME, code, takeBackKey, cookie.split("=")[1] ?? "?"])
      expect(service.output()).not.toContain(secret);
    expect(service.output().split("\n").length).toBeGreaterThan(MESSAGES);
    // After a stop, all data is on disk.
    await stop(service);
    expect(filesWith(folder, SECRETS)).toEqual([]);
    expect(filesWith(folder, [SHOWN_NAME]).length).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);

/** Returns the output of `pg_dump`, if installed. api/platform/encryption searches the tables themselves. */
function dump(): string | null {
  const found = spawnSync("pg_dump", [databaseUrlOf(folder)], { encoding: "utf8", maxBuffer: 2 ** 28 });
  return found.status === 0 ? found.stdout : null;
}

const connect = () => postgres({ host: join(folder, "socket"), username: "tree", database: "tree", max: 1 });
