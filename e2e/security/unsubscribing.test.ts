import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import postgres from "postgres";
import { addDays } from "#contract/days";
import { dayIn } from "../../shared/time-zones.ts";
import { type PlainService, plainService } from "../../test-support/plain-service.ts";
import { confirmEmail } from "../fixtures/moderators.ts";
import { mailSaying } from "../fixtures/outbox.ts";
import { addGift, createTree, newOwner } from "../fixtures/visitors.ts";

// The link in mails about gifts: by mail scanners, by mail programs for their reader, and by people.
const TIMEOUT_MS = 120_000;
const SENT_AS_A_PROGRAM = {
  method: "POST",
  redirect: "manual",
  headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://mail.example" },
  body: "List-Unsubscribe=One-Click",
} as const;

let service: PlainService & { close: () => Promise<void> };
let cookie: string;
/** The link in the mail. */
let link: URL;

beforeAll(async () => {
  service = await plainService();
  const email = `${crypto.randomUUID()}@example.com`;
  cookie = await confirmEmail(service.site, email, service.dataDir, await newOwner(service.site, email));
  const { code } = await createTree(service.site, { owner: cookie, openingDay: addDays(dayIn("UTC", new Date()), 9) });
  await addGift(service.api, code, "Warm wishes");
  const database = postgres({ host: join(service.dataDir, "socket"), username: "tree", database: "tree", max: 1 });
  await database`update trees set news_due_at = now() where share_code = ${code}`;
  await database.end();
  const head = (await mailSaying(email, "List-Unsubscribe:", service.dataDir)).replace(/\n[ \t]+/g, " ");
  link = new URL(/List-Unsubscribe: <(.*)>/.exec(head)?.[1] ?? "");
}, TIMEOUT_MS);
afterAll(() => service.close(), TIMEOUT_MS);

const isOn = async () => {
  const answer = await fetch(`${service.site}/owner/account`, { headers: { cookie } });
  return (await answer.json()).data.giftMails as boolean;
};
const ask = (url: URL, init?: RequestInit) => fetch(`${service.site}${url.pathname}${url.search}`, init);

test("opening the link changes nothing, signed in or not, and shows a button", async () => {
  for (const session of ["", cookie]) {
    const answer = await ask(link, { headers: { cookie: session } });
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    const page = await answer.text();
    expect(page).toContain("Stop these emails");
    expect(page).toMatch(/<meta name="robots" content="noindex/);
  }
  await ask(link, { method: "HEAD" });
  expect(await isOn()).toBe(true);
});

test("a link that is not whole changes nothing, and says where the mails can be switched off", async () => {
  const cut = new URL(link);
  for (const token of ["", "none", (link.searchParams.get("token") ?? "").slice(0, -3), "x".repeat(5000)]) {
    cut.searchParams.set("token", token);
    const answer = await ask(cut, SENT_AS_A_PROGRAM);
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain("This link doesn&#39;t work");
    expect(page).toContain('href="/en/account#mails"');
  }
  expect(await isOn()).toBe(true);
});

test("one POST of a mail program, without cookies and from anywhere, switches the mails off", async () => {
  for (const _ of ["once", "and again"]) {
    const answer = await ask(link, SENT_AS_A_PROGRAM);
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await answer.text()).toContain("get these emails anymore.");
    expect(await isOn()).toBe(false);
  }
});

test("nothing but the owner's account switches them on again", async () => {
  await ask(link);
  expect(await isOn()).toBe(false);
  const body = new URLSearchParams({ change: "mails", language: "en", openingMails: "yes", giftMails: "yes" });
  const answer = await fetch(`${service.site}/account`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie },
    body,
  });
  expect(answer.status).toBe(303);
  expect(await isOn()).toBe(true);
});

test("is there in Korean, too", async () => {
  const korean = new URL(link.href.replace("/en/", "/ko/"));
  expect(await (await ask(korean)).text()).toContain("메일 그만 받기");
  expect(await (await ask(korean, SENT_AS_A_PROGRAM)).text()).toContain("이제 이 메일을 보내지 않아요.");
});
