import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createECDH } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { processesBelow } from "../../test-support/processes.ts";
import {
  greeted,
  newDataDir,
  processOf,
  removeDataDir,
  type Service,
  startService,
  stop,
} from "../../test-support/running-service.ts";
import { newModerator } from "../fixtures/moderators.ts";
import { createTree, prepareSurprise } from "../fixtures/visitors.ts";

// Every page and every form of the site while a part of the service is away. `npm run faults` measures how long the
// answers take (api-silent, database-away, database-silent).
const STARTED_WITHIN_MS = 120_000;
/** Ten times what one answer may take: all are asked for together, on a busy machine. */
const GIVEN_UP_AFTER_MS = 20_000;
const PASSWORD = "correct horse battery";
const TYPED = "Something I thought about for an hour";

/** The addresses of pages with a parameter or a query. */
const ADDRESSES: Record<string, string> = {
  "/send-message": "/send-message?tree={code}",
  "/report": "/report?tree={code}&message={gift}",
  "/take-back": "/take-back?tree={code}&gift={gift}&key={key}",
  "/reset-password": "/reset-password?token=none",
  "/confirm-email": "/confirm-email?token=none",
  "/unsubscribe": "/unsubscribe?token=none",
  "/organizing/[code]": "/organizing/{surprise}",
  "/organizing/[code]/link": "/organizing/{surprise}/link",
  "/claim": "/claim?tree={surprise}&key=none",
  "/my-trees/[code]/delete": "/my-trees/{code}/delete?gift={gift}",
  "/my-trees/[code]/hide": "/my-trees/{code}/hide?gift={gift}",
  "/my-trees/[code]/report": "/my-trees/{code}/report?gift={gift}",
  "/my-trees/[code]/reply": "/my-trees/{code}/reply?gift={gift}",
  "/guides/[name]": "/guides/privacy",
  "/tree-picture/[picture].svg": "/tree-picture/birthday-night.svg",
  "/share-picture/[picture].png": "/share-picture/{code}-0000000000.png",
  "/story-card/[picture].png": "/story-card/{code}-ko.png",
};
const FOLDER = join(import.meta.dirname, "../../site/pages");
const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const pages = files.map(
  ({ parentPath, name }) =>
    join(parentPath, name)
      .slice(FOLDER.length)
      .replace(/(\/index)?\.(astro|ts)$/, "") || "/",
);
const isOwn = (path: string) => /^\/(account|my-trees|organizing|moderation)\b/.test(path);
const isOfSession = (path: string) => isOwn(path) || ["/reset-password", "/confirm-email", "/claim"].includes(path);
const addressOf = (path: string) => ADDRESSES[path] ?? path.replace("[code]", "{code}");

/** Every form: its page, what it sends, and which of that was typed; `typed` comes back. */
type Form = { page: string; sends?: Record<string, string>; typed?: Record<string, string> };
const onAccount = (change: string, more: Omit<Form, "page"> = {}): Form => ({
  page: "/account",
  ...more,
  sends: { change, ...more.sends },
});
const onTree = (change: string, more: Omit<Form, "page"> = {}): Form => ({
  page: "/my-trees/[code]",
  ...more,
  sends: { change, ...more.sends },
});
const onSurprise = (change: string, more: Omit<Form, "page"> = {}): Form => ({
  ...onTree(change, more),
  page: "/organizing/[code]",
});
const p256dh = createECDH("prime256v1").generateKeys().toString("base64url");
const DEVICE = JSON.stringify({ endpoint: "https://push.example/1", keys: { p256dh, auth: "AAAAAAAAAAAAAAAAAAAAAA" } });
const FORMS: Form[] = [
  { page: "/create", sends: { type: "birthday", timeZone: "UTC" }, typed: { name: TYPED, openingDay: "2027-03-04" } },
  { page: "/send-message", sends: { giftAssetId: "card" }, typed: { message: TYPED, senderName: "Bobby Tables" } },
  { page: "/report", sends: { reason: "spam" }, typed: { details: TYPED } },
  { page: "/take-back", sends: { gift: "{gift}", key: "{key}" } },
  { page: "/take-back", sends: { gift: "{gift}", key: "{key}", device: DEVICE, language: "en" } },
  { page: "/take-back", sends: { gift: "{gift}", key: "{key}", stop: "yes" } },
  { page: "/sign-in", sends: { password: PASSWORD }, typed: { email: "ada@example.com" } },
  { page: "/sign-up", sends: { password: PASSWORD }, typed: { email: "ada@example.com" } },
  { page: "/reset-password", typed: { email: "ada@example.com" } },
  { page: "/reset-password", sends: { token: "none" } },
  { page: "/reset-password", sends: { token: "none", password: PASSWORD } },
  { page: "/confirm-email", sends: { token: "none", password: PASSWORD } },
  { page: "/unsubscribe" },
  onSurprise("name", { typed: { name: TYPED } }),
  onSurprise("day", { typed: { openingDay: "2027-03-04" } }),
  onSurprise("pause", { sends: { isPaused: "yes" } }),
  onSurprise("gifts", { sends: { gift: "{gift}" } }),
  onSurprise("fell", { sends: { confirm: "yes" } }),
  { page: "/organizing/[code]/link", sends: { password: PASSWORD } },
  { page: "/claim", sends: { tree: "{surprise}", key: "none" } },
  onAccount("mails", { sends: { language: "ko", openingMails: "yes" } }),
  onAccount("confirmation"),
  onAccount("email", { sends: { password: PASSWORD }, typed: { email: "ada@example.com" } }),
  onAccount("password", { sends: { password: PASSWORD, newPassword: `${PASSWORD} too` } }),
  onAccount("hide", { sends: { kind: "word" }, typed: { text: TYPED } }),
  onAccount("unhide", { sends: { kind: "word", text: TYPED } }),
  onAccount("mildWords", { sends: { hidesMildWords: "yes" } }),
  onAccount("removePasskey", { sends: { passkey: "none" } }),
  onAccount("tell", { sends: { device: DEVICE, language: "en" } }),
  onAccount("stopTelling", { sends: { session: "none" } }),
  onAccount("session", { sends: { session: "none" } }),
  onAccount("delete", { sends: { password: PASSWORD } }),
  onTree("thanks", { typed: { thanks: TYPED } }),
  onTree("delete-thanks"),
  onTree("name", { typed: { name: TYPED } }),
  onTree("day", { typed: { openingDay: "2027-03-04" } }),
  onTree("look", { sends: { look: "night" } }),
  onTree("names", { sends: { namesNeedApproval: "yes" } }),
  onTree("pause", { sends: { isPaused: "yes" } }),
  onTree("gather"),
  { page: "/tree/[code]/screen" },
  onTree("until", { sends: { takesGiftsUntil: "2027-01-01" } }),
  onTree("fell", { sends: { confirm: "yes" } }),
  { page: "/my-trees/[code]/delete", sends: { gift: "{gift}" } },
  { page: "/my-trees/[code]/names", sends: { listed: "{gift}", gift: "{gift}" } },
  { page: "/my-trees/[code]/hide", sends: { hide: "yes" } },
  { page: "/my-trees/[code]/reply", typed: { line: TYPED } },
  { page: "/my-trees/[code]/opening", sends: { opened: "{gift}" } },
  {
    page: "/my-trees/[code]/report",
    sends: { reason: "threat", includesText: "yes", hidesSender: "yes" },
    typed: { details: TYPED },
  },
  {
    page: "/moderation",
    sends: { act: "dismiss", shareCode: "{code}", seen: "1", reason: "no_rule_broken" },
    typed: { note: TYPED },
  },
  { page: "/moderation", sends: { appeal: crypto.randomUUID() } },
  { page: "/moderation/history", sends: { act: "undo", undoes: crypto.randomUUID() }, typed: { note: TYPED } },
];
/** Pages with forms that are not pages of their own. */
const ELSEWHERE = ["/sign-out", "/webmcp/[tool]"];

const OUTAGES = ["API silent", "database silent", "database stopped", "API stopped"] as const;
type Outage = (typeof OUTAGES)[number];
type Place = { code: string; surprise: string; gift: string; key: string; cookie: string };

const folder = newDataDir();
let service: Service;
let moderator: string;
/** A form that was sent in an outage may arrive after it, such as the one that deletes the account. */
const places = new Map<Outage, Place>();
const signal = (pids: readonly number[], name: NodeJS.Signals) => {
  for (const pid of pids) process.kill(pid, name);
};
const api = () => [processOf(service, "api/main.ts")];
const database = () => {
  const [pid] = readFileSync(join(folder, "postgres/postmaster.pid"), "utf8").split("\n");
  return processesBelow(Number(pid));
};

beforeAll(async () => {
  service = await greeted(await startService(folder, { RATE_LIMITS: "off", LOG_LEVEL: "error" }));
  moderator = (await newModerator(service.site, folder)).cookie;
  for (const outage of OUTAGES) {
    const { code, cookie } = await createTree(service.site);
    const gift = { giftAssetId: "card", message: "Hello", senderName: "Bob", once: crypto.randomUUID() };
    const left = await ask(`/send-message?tree=${code}`, "", gift);
    const [, id = "", key = ""] = /=\w{8}\.([\w-]+)\.([\w.-]+);/.exec(left.cookies[0] ?? "") ?? [];
    places.set(outage, { code, cookie, gift: id, key, surprise: await prepareSurprise(service.site, cookie) });
  }
  // It would end everything once a part is gone.
  service.starter.kill("SIGSTOP");
}, STARTED_WITHIN_MS);

afterAll(async () => {
  service.starter.kill("SIGCONT");
  await stop(service);
  removeDataDir(folder);
}, STARTED_WITHIN_MS);

test("lists every page with a form", async () => {
  const allowed = pages.map(async (path) => {
    const { headers } = await fetch(service.site + path.replaceAll(/\[\w+\]/g, "x"), { method: "PUT" });
    return headers.get("allow")?.includes("POST") ? path : null;
  });
  const withForm = (await Promise.all(allowed)).filter((path) => path !== null);
  expect([...new Set(FORMS.map(({ page }) => page)), ...ELSEWHERE].toSorted()).toEqual(withForm.toSorted());
});

// In this order, so that nothing has to be started again.
describe.each([...OUTAGES])("%s", (outage) => {
  let well: Seen[];

  beforeAll(async () => {
    well = await visitAll(outage);
    if (outage === "API silent") signal(api(), "SIGSTOP");
    if (outage === "database silent") signal(database(), "SIGSTOP");
    if (outage === "database stopped") signal(database(), "SIGKILL");
    if (outage === "API stopped") signal(api(), "SIGKILL");
  }, STARTED_WITHIN_MS);

  afterAll(async () => {
    if (!outage.endsWith("silent")) return;
    signal(outage === "API silent" ? api() : database(), "SIGCONT");
    while (!(await fetch(`${service.site}/v1/status`)).ok) await Bun.sleep(20);
  }, STARTED_WITHIN_MS);

  test(
    "shows each page as ever, or says that it cannot, signed in and out",
    async () => {
      const away = await visitAll(outage);
      for (const [i, { who, path, status, location, retryAfter, text }] of away.entries()) {
        const before = well[i];
        const isUnknown = status === 503 && Number(retryAfter) > 0 && text.length > 20;
        const isAsEver = status === before?.status && location === before.location;
        expect([who, path, status, isUnknown || isAsEver]).toEqual([who, path, status, true]);
        // It was read a moment before.
        if (before?.isShared && before.status === 200) expect([who, path, status]).toEqual([who, path, 200]);
        // Nothing that a session decides is claimed without knowing it.
        if (who !== "nobody" && isOfSession(path)) expect([who, path, status]).toEqual([who, path, 503]);
      }
    },
    GIVEN_UP_AFTER_MS,
  );

  test(
    "accepts no form and returns what was typed, signed in and out",
    async () => {
      const place = placeOf(outage);
      const sent = FORMS.flatMap((form) => ["", cookieFor(form.page, place)].map((cookie) => ({ form, cookie })));
      const answers = sent.map(async ({ form: { page, sends, typed }, cookie }) => {
        const fields = JSON.parse(fill(JSON.stringify({ ...sends, ...typed }), place));
        const answer = await ask(fill(addressOf(page), place), cookie, fields);
        // Without a session cookie, nobody is signed in, outage or not: a new tree waits until somebody is.
        const isSignedOut = cookie === "" && (isOwn(page) || page === "/create");
        const carried = decodeURIComponent(decodeURIComponent(answer.location ?? "")).replaceAll("+", " ");
        const shown = answer.text + carried;
        const lost = Object.values(typed ?? {}).filter((each) => !shown.includes(each));
        const isAsked = Number(answer.retryAfter) > 0 && answer.text.includes('<form method="post"');
        expect([page, fields, answer.status, lost, isAsked || isSignedOut]).toEqual([
          ...[page, fields],
          isSignedOut ? (page === "/create" ? 303 : 403) : 503,
          ...[[], true],
        ]);
        expect([page, shown.includes(PASSWORD)]).toEqual([page, false]);
      });
      await Promise.all(answers);
    },
    GIVEN_UP_AFTER_MS,
  );

  test(
    "signs this device out, and says that the session may live on",
    async () => {
      const { cookie } = placeOf(outage);
      const answer = await ask("/sign-out", cookie, {});
      const isTold = answer.text.includes("still be signed in on our side");
      expect([answer.status, answer.location, isTold]).toEqual([503, null, true]);
      const ended = answer.cookies.filter((each) => /Max-Age=0/.test(each)).map((each) => each.split("=")[0]);
      expect(ended).toContain("tree.session_token");

      // Likewise for a script, which gets the API's answer.
      const json = { method: "POST", headers: { cookie, "content-type": "application/json" } };
      const told = await fetch(`${service.site}/auth/sign-out`, json);
      expect([told.status, (await told.json()).error.code]).toEqual([503, "session_left_open"]);
      expect(told.headers.getSetCookie().some((each) => /^tree\.session_token=;.*Max-Age=0/.test(each))).toBe(true);
      expect(Number(told.headers.get("retry-after"))).toBeGreaterThan(0);
    },
    GIVEN_UP_AFTER_MS,
  );

  test(
    "tells agents that it cannot say who is signed in",
    async () => {
      const headers = { "content-type": "application/json", cookie: placeOf(outage).cookie };
      const input = { name: "A tree", type: "christmas" };
      const body = JSON.stringify({ input, timeZone: "UTC", page: "/" });
      const answer = await fetch(`${service.site}/webmcp/create_tree`, { method: "POST", headers, body });
      expect((await answer.json()).answer).toMatchObject({ ok: false, code: "unavailable" });
    },
    GIVEN_UP_AFTER_MS,
  );
});

const placeOf = (outage: Outage) => places.get(outage) as Place;
const cookieFor = (page: string, { cookie }: Place) => (page.startsWith("/moderation") ? moderator : cookie);
const fill = (text: string, place: Place) =>
  text.replaceAll(/\{(code|surprise|gift|key)\}/g, (_, name: keyof Place) => place[name]);

type Seen = Awaited<ReturnType<typeof ask>> & { who: string; path: string };

function visitAll(outage: Outage): Promise<Seen[]> {
  const place = placeOf(outage);
  const visits = ["nobody", "owner"].flatMap((who) => pages.map((path) => ({ who, path })));
  return Promise.all(
    visits.map(async ({ who, path }) => {
      const cookie = who === "nobody" ? "" : cookieFor(path, place);
      return { who, path, ...(await ask(fill(addressOf(path), place), cookie)) };
    }),
  );
}

async function ask(address: string, cookie: string, fields?: Record<string, string>) {
  const form = fields && { method: "POST", body: new URLSearchParams(fields) };
  const answer = await fetch(service.site + address, { redirect: "manual", headers: { cookie }, ...form });
  const { status, headers } = answer;
  const [location, retryAfter] = [headers.get("location"), headers.get("retry-after")];
  const isShared = headers.get("server-timing")?.includes("page;desc") ?? false;
  return { status, location, retryAfter, isShared, cookies: headers.getSetCookie(), text: await answer.text() };
}
