import { afterAll, beforeAll, expect, test } from "bun:test";
import { LANGUAGES } from "#contract/languages";
import { type PlainService, plainService } from "../../test-support/plain-service.ts";
import { subscription } from "../../test-support/push-service.ts";
import { mailedLink } from "../fixtures/outbox.ts";
import { createTree, prepareSurprise } from "../fixtures/visitors.ts";

// What a form did, as its browser is told: once, or while it is so, and only if it was so. Forms are sent without scripts.
const TIMEOUT_MS = 120_000;
const PASSWORD = "correct horse battery";

let service: PlainService & { close: () => Promise<void> };
beforeAll(async () => {
  service = await plainService();
}, TIMEOUT_MS);
afterAll(() => service.close(), TIMEOUT_MS);

/** A browser that follows no redirect. */
function newBrowser() {
  const jar = new Map<string, string>();
  return {
    jar,
    cookie: () => [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
    async visit(
      address: string,
      { fields, ...more }: { fields?: Record<string, string>; method?: string; headers?: object } = {},
    ) {
      const cookie = this.cookie();
      const form = fields && { method: "POST", body: new URLSearchParams(fields) };
      const headers = { "accept-language": "en", cookie, ...more.headers };
      const answer = await fetch(service.site + address, { redirect: "manual", ...more, ...form, headers });
      for (const set of answer.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        if (/Max-Age=0\b/i.test(set)) jar.delete(name);
        else jar.set(name, value);
      }
      const [location, cookies] = [answer.headers.get("location"), answer.headers.getSetCookie()];
      return { status: answer.status, location, cookies, text: await answer.text() };
    },
  };
}
type Browser = ReturnType<typeof newBrowser>;

async function signUp() {
  const browser = newBrowser();
  const email = `${crypto.randomUUID()}@example.com`;
  const { status } = await browser.visit("/sign-up", { fields: { email, password: PASSWORD } });
  expect(status).toBe(303);
  return { browser, email };
}
const change = (browser: Browser, name: string, fields: Record<string, string> = {}) =>
  browser.visit("/account", { fields: { change: name, ...fields } });
/** Confirms an address with its mailed link. */
async function confirm({ browser, email }: { browser: Browser; email: string }, fields: Record<string, string> = {}) {
  const link = new URL(await mailedLink(email, "Confirm your email address", service.dataDir));
  return browser.visit("/confirm-email", { fields: { token: link.searchParams.get("token") ?? "", ...fields } });
}
/** A surprise tree, and the link that claims it. */
async function surprise() {
  const organizer = await signUp();
  await confirm(organizer);
  const cookie = organizer.browser.cookie();
  const code = await prepareSurprise(service.site, cookie);
  const made = await fetch(`${service.site}/owner/organizing/${code}/link`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify({ password: PASSWORD }),
  });
  const key = (await made.json()).data.token;
  return { code, key, claim: `/claim?${new URLSearchParams({ tree: code, key })}` };
}
const ledTo = ({ status, location }: Awaited<ReturnType<Browser["visit"]>>) => [status, location];

test("says it once: the same address says nothing when it is loaded again", async () => {
  const { browser } = await signUp();
  const signedOut = await browser.visit("/sign-out", { fields: {} });
  expect(ledTo(signedOut)).toEqual([303, "/sign-in?signed-out"]);
  const told = signedOut.cookies.find((each) => each.startsWith("tree.outcome="));
  expect(told).toMatch(/^tree\.outcome=[\w-]{22}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/);
  // Neither a look at the headers nor a page that is fetched ahead has told anybody.
  for (const more of [{ method: "HEAD" }, { headers: { "sec-purpose": "prefetch" } }])
    expect((await browser.visit("/sign-in?signed-out", more)).status).toBe(200);
  const shown = await browser.visit("/sign-in?signed-out");
  expect([shown.status, /You(&#39;|')re signed out\./.test(shown.text)]).toEqual([200, true]);
  expect(ledTo(await browser.visit("/sign-in?signed-out"))).toEqual([303, "/sign-in"]);
});

test("signing out, or deleting the account, forgets a surprise that waits for an address to be confirmed", async () => {
  const forgotten = /^claim=; Path=(\/\w\w)?\/confirm-email; Max-Age=0; /;
  const [{ browser }, another] = [await signUp(), await signUp()];
  const signedOut = await browser.visit("/sign-out", { fields: {} });
  for (const { cookies } of [signedOut, await change(another.browser, "delete", { password: PASSWORD })])
    expect(cookies.filter((cookie) => forgotten.test(cookie))).toHaveLength(1 + LANGUAGES.length);
});

test("a surprise that waits for an address leads nobody else who confirms theirs in the same browser", async () => {
  const { claim } = await surprise();
  const friend = await signUp();
  expect((await friend.browser.visit(claim)).status).toBe(200);
  const [others, another] = [await signUp(), await signUp()];
  // By a password in place of the friend's session, and in a session that took its place.
  const switched = { ...others, browser: friend.browser };
  expect(ledTo(await confirm(switched, { password: PASSWORD, switches: "yes" }))).toEqual([303, "/my-trees?confirmed"]);
  await friend.browser.visit("/sign-in", { fields: { email: another.email, password: PASSWORD } });
  expect(ledTo(await confirm({ ...another, browser: friend.browser }))).toEqual([303, "/my-trees?confirmed"]);
  await friend.browser.visit("/sign-in", { fields: { email: friend.email, password: PASSWORD } });
  expect(ledTo(await confirm(friend))).toEqual([303, claim]);
});

test("a surprise is claimed for the account that its page named, not for one that signed in since", async () => {
  const { code, key, claim } = await surprise();
  const { browser, email } = await signUp();
  await confirm({ browser, email });
  const shown = await browser.visit(claim);
  const [, account = ""] = /name="account" value="([^"]+)"/.exec(shown.text) ?? [];
  const other = await signUp();
  await confirm(other);
  const fields = { tree: code, key, account };
  const asked = await other.browser.visit("/claim", { fields });
  expect([asked.status, asked.text.includes(other.email)]).toEqual([200, true]);
  expect(ledTo(await browser.visit("/claim", { fields }))).toEqual([303, `/my-trees/${code}?claimed`]);
});

test("is over once somebody signs in, or sends another form", async () => {
  const { browser, email } = await signUp();
  await browser.visit("/sign-out", { fields: {} });
  await browser.visit("/sign-in", { fields: { email, password: PASSWORD } });
  expect(ledTo(await browser.visit("/sign-in?signed-out"))).toEqual([303, "/sign-in"]);
  await change(browser, "mails", { language: "en" });
  await change(browser, "hide", { kind: "words", text: "something" });
  expect(ledTo(await browser.visit("/account?saved"))).toEqual([303, "/account"]);
  expect((await browser.visit("/account?hidden")).status).toBe(200);
});

test("thanks for a gift, also whoever comes back to it, until its owner deletes it", async () => {
  const { code, cookie } = await createTree(service.site);
  const friend = newBrowser();
  const gift = { giftAssetId: "card", message: "Hello", senderName: "Bob", once: crypto.randomUUID() };
  const { location } = await friend.visit(`/send-message?tree=${code}`, { fields: gift });
  const id = new URL(location ?? "", service.site).searchParams.get("hung") ?? "";
  const device = JSON.stringify({ endpoint: "https://fcm.googleapis.com/fcm/send/friend", keys: subscription().keys });
  for (const _ of ["sent", "back again"]) {
    expect((await friend.visit(location ?? "")).text.includes('id="thanks"')).toBe(true);
    // The page asks for notifications in place.
    const asked = await friend.visit(`/take-back?tree=${code}`, { fields: { gift: id, device, language: "en" } });
    expect(asked.status).toBe(303);
  }
  const removed = await fetch(`${service.site}/owner/trees/${code}/messages/${id}`, {
    method: "DELETE",
    headers: { cookie },
  });
  expect(removed.status).toBe(200);
  expect(ledTo(await friend.visit(location ?? ""))).toEqual([303, `/send-message?tree=${code}`]);
});

test("says that a change of address is canceled only if one waited", async () => {
  const { browser, email } = await signUp();
  expect(ledTo(await change(browser, "keepEmail"))).toEqual([303, "/account?noneWaited"]);
  expect((await browser.visit("/account?noneWaited")).text).toContain("There was no change to cancel.");
  expect(ledTo(await change(browser, "email", { email: `new-${email}`, password: PASSWORD }))).toEqual([
    303,
    "/account?mailed",
  ]);
  expect(ledTo(await change(browser, "keepEmail"))).toEqual([303, "/account?emailKept"]);
});

test("says that a link is mailed only if it is: not for a confirmed address, or one's own", async () => {
  const { browser, email } = await signUp();
  expect(ledTo(await change(browser, "confirmation"))).toEqual([303, "/account?mailed"]);
  const own = await change(browser, "email", { email: email.toUpperCase(), password: PASSWORD });
  expect([own.status, own.text.includes("This is your email already.")]).toEqual([422, true]);
  expect(ledTo(await confirm({ browser, email }))).toEqual([303, "/my-trees?confirmed"]);
  expect(ledTo(await change(browser, "confirmation"))).toEqual([303, "/account?confirmed"]);
});

const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
const tree = { name: "Ada", type: "birthday", look: "night", openingDay: inAMonth, timeZone: "Asia/Seoul" };

test("creates at once the tree whose form led to signing up, and none for an address that somebody wrote", async () => {
  const browser = newBrowser();
  const { location } = await browser.visit("/create", { fields: tree });
  const signUpOf = (address: string, visitor: Browser) => {
    const email = `${crypto.randomUUID()}@example.com`;
    return visitor.visit(address, { fields: { email, password: PASSWORD } });
  };
  const elsewhere = await signUpOf(location ?? "", newBrowser());
  expect(ledTo(elsewhere)).toEqual([303, `/create?${new URLSearchParams(tree)}`]);
  // What was refused, or loaded again, still leads to the tree.
  expect((await browser.visit(location ?? "", { fields: { email: "ada", password: PASSWORD } })).status).toBe(422);
  expect((await browser.visit(location ?? "")).text).toContain("finish creating your tree");
  const changed = await signUpOf(location?.replace("Ada", "Bob") ?? "", browser);
  expect(changed.location).toStartWith("/create?name=Bob");
});

test("leads from the confirmation of an address to the tree, if there is one", async () => {
  const browser = newBrowser();
  const email = `${crypto.randomUUID()}@example.com`;
  const { location } = await browser.visit("/create", { fields: tree });
  const created = await browser.visit(location ?? "", { fields: { email, password: PASSWORD } });
  expect(created.location).toMatch(/^\/my-trees\/\w{8}\?created$/);
  const link = new URL(await mailedLink(email, "Confirm your email address", service.dataDir));
  const token = link.searchParams.get("token") ?? "";
  const confirmed = await browser.visit("/confirm-email", { fields: { token } });
  expect(confirmed.location).toBe(created.location?.replace("created", "confirmed") ?? "");
  expect((await browser.visit(confirmed.location ?? "")).text).toContain("Your email is confirmed");
});
