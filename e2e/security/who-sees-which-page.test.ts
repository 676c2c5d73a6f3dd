import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { plainService } from "../../test-support/plain-service.ts";
import { cookieOfOutcome } from "../fixtures/cookies.ts";
import { newModerator } from "../fixtures/moderators.ts";
import { addGift, createTree, inDays, newOwner, prepareSurprise } from "../fixtures/visitors.ts";

// Every page of the site, for every role, before and on a tree's opening day. A page that is missing here fails the
// test.
const TIMEOUT_MS = 120_000;
const PAGES = join(import.meta.dirname, "../../site/pages");
const TEXT = "Nobody but the owner may read this";
const HIDDEN_NAME = "Somebody who hides";

const WHO = ["nobody", "other", "owner", "moderator"] as const;
type Who = (typeof WHO)[number];
type Statuses = readonly [nobody: number, other: number, owner: number, moderator: number];
/** The page's URL with `{code}` and `{gift}`, and its statuses; the same on both days unless two are given. */
type Row = readonly [address: string, before: Statuses, on?: Statuses];

const ALL = (status: number): Statuses => [status, status, status, status];
const SIGNED_IN: Statuses = [303, 200, 200, 200];
const OWNER: Statuses = [303, 404, 200, 404];
const MODERATOR: Statuses = [303, 404, 404, 200];

const ROWS: Record<string, Row> = {
  "index.astro": ["/", ALL(200)],
  "404.astro": ["/nothing-here", ALL(404)],
  "500.astro": ["/500", ALL(500)],
  "503.astro": ["/503", ALL(503)],
  "offline.astro": ["/offline", ALL(200)],
  "status.astro": ["/status", ALL(200)],
  "guides/index.astro": ["/guides/", ALL(200)],
  "guides/[name].astro": ["/guides/privacy", ALL(200)],
  "guides/list.json.ts": ["/guides/list.json", ALL(200)],
  "gifts.svg.ts": ["/gifts.svg", ALL(200)],
  "tree-picture/[picture].svg.ts": ["/tree-picture/birthday-night.svg", ALL(200)],
  "tree-picture/[code]/gifts.svg.ts": ["/tree-picture/{code}/gifts.svg", ALL(200)],
  "manifest.webmanifest.ts": ["/manifest.webmanifest", ALL(200)],
  ".well-known/change-password.ts": ["/.well-known/change-password", ALL(302)],
  "share-picture/[picture].png.ts": ["/share-picture/{code}-0000000000.png", ALL(302)],
  "story-card/[picture].png.ts": ["/story-card/{code}-ko.png", ALL(302)],
  "calendar/[code].ics.ts": ["/calendar/{code}.ics", ALL(200)],
  "send-message.astro": ["/send-message?tree={code}", ALL(200)],
  "tree/[code]/screen.astro": ["/tree/{code}/screen", ALL(200)],
  "report.astro": ["/report?tree={code}&message={gift}", ALL(200)],
  "take-back.astro": ["/take-back?tree={code}", ALL(200)],
  "create.astro": ["/create", ALL(200)],
  "webmcp/[tool].ts": ["/webmcp/open_tree", ALL(405)],

  "sign-in.astro": ["/sign-in", ALL(200)],
  "sign-up.astro": ["/sign-up", ALL(200)],
  "sign-out.ts": ["/sign-out", ALL(405)],
  "reset-password.astro": ["/reset-password", ALL(200)],
  "confirm-email.astro": ["/confirm-email?token=none", ALL(200)],
  "unsubscribe.astro": ["/unsubscribe?token=none", ALL(200)],
  "account.astro": ["/account", SIGNED_IN],

  "my-trees/index.astro": ["/my-trees", SIGNED_IN],
  "my-trees/[code]/index.astro": ["/my-trees/{code}", OWNER],
  "my-trees/[code]/opening.astro": ["/my-trees/{code}/opening?gift={gift}", [303, 404, 303, 404], OWNER],
  "my-trees/[code]/keepsake.astro": ["/my-trees/{code}/keepsake", OWNER],
  "my-trees/[code]/calendar.ics.ts": ["/my-trees/{code}/calendar.ics", OWNER],
  "my-trees/[code]/delete.astro": ["/my-trees/{code}/delete?gift={gift}", OWNER],
  "my-trees/[code]/names.astro": ["/my-trees/{code}/names", OWNER],
  "my-trees/[code]/hide.astro": ["/my-trees/{code}/hide?gift={gift}", OWNER],
  "my-trees/[code]/reply.astro": ["/my-trees/{code}/reply?gift={gift}", [303, 404, 303, 404], OWNER],
  "my-trees/[code]/report.astro": ["/my-trees/{code}/report?gift={gift}", OWNER],
  "organizing/[code]/index.astro": ["/organizing/{surprise}", OWNER],
  "organizing/[code]/link.astro": ["/organizing/{surprise}/link", OWNER],
  "claim.astro": ["/claim?tree={surprise}&key=none", ALL(410)],
  "invitation/[code].astro": ["/invitation/{code}", ALL(200)],

  "moderation/index.astro": ["/moderation", MODERATOR],
  "moderation/history.astro": ["/moderation/history", MODERATOR],
};
/** Pages on which the owner reads texts on the opening day; nobody else ever does. */
const HOLD_TEXTS = [
  ...["my-trees/[code]/index.astro", "my-trees/[code]/report.astro", "my-trees/[code]/delete.astro"],
  ...["my-trees/[code]/hide.astro", "my-trees/[code]/reply.astro"],
  ...["my-trees/[code]/opening.astro", "my-trees/[code]/keepsake.astro"],
];
/** Pages on which the owner sees the senders, even if their names are hidden from others. */
const HOLD_NAMES = HOLD_TEXTS;

/** Addresses that the site forwards to the API. */
const FORWARDED = [
  ...["/v1/status", "/v1/trees/{code}", "/v1/messages/{code}", "/openapi.json", "/docs"],
  ...["/owner/trees", "/owner/trees/{code}/export", "/owner/export", "/v1/nothing"],
];
/** Headers that differ from one request to the next. */
const CHANGING = ["date", "x-request-id", "set-cookie", "server-timing", "age"];

let service: Awaited<ReturnType<typeof plainService>>;
let cookies: Record<Who, string>;
const trees: Record<"before" | "on", { code: string; gift: string; surprise: string }> = {
  before: { code: "", gift: "", surprise: "" },
  on: { code: "", gift: "", surprise: "" },
};

beforeAll(async () => {
  service = await plainService();
  const owner = await newOwner(service.site);
  const moderator = await newModerator(service.site, service.dataDir);
  cookies = { nobody: "", other: await newOwner(service.site), owner, moderator: moderator.cookie };
  for (const [time, openingDay] of [
    ["before", inDays(30)],
    ["on", inDays(0)],
  ] as const) {
    const { code } = await createTree(service.site, { owner, openingDay });
    // Reported by a visitor, so without a text.
    const surprise = await prepareSurprise(service.site, owner, openingDay);
    await addGift(service.api, surprise, TEXT, { senderName: HIDDEN_NAME });
    trees[time] = { code, gift: await addGift(service.api, code, TEXT, { senderName: HIDDEN_NAME }), surprise };
    await reportGift(service.api, code, trees[time].gift);
  }
}, TIMEOUT_MS);
afterAll(() => service.close(), TIMEOUT_MS);

test("has one row for every page", () => {
  const files = readdirSync(PAGES, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const pages = files.map(({ parentPath, name }) => join(parentPath, name).slice(PAGES.length + 1));
  expect(Object.keys(ROWS).toSorted()).toEqual(pages.toSorted());
});

test.each(Object.entries(ROWS))(
  "restricts access to %s, and to the data on it",
  async (page, [address, before, on = before]) => {
    for (const [time, expected] of [
      ["before", before],
      ["on", on],
    ] as const) {
      const { code, gift, surprise } = trees[time];
      const visits = WHO.map(async (who) => {
        const path = address.replaceAll("{code}", code).replaceAll("{gift}", gift).replaceAll("{surprise}", surprise);
        const answer = await fetch(service.site + path, { redirect: "manual", headers: { cookie: cookies[who] } });
        const text = await answer.text();
        return { who, status: answer.status, holds: (words: string) => text.includes(words), headers: answer.headers };
      });
      const seen = await Promise.all(visits);
      const holders = (words: string): string[] => seen.filter(({ holds }) => holds(words)).map(({ who }) => who);
      expect([time, ...seen.map(({ status }) => status)]).toEqual([time, ...expected]);
      expect([time, ...holders(TEXT)]).toEqual([
        time,
        ...(time === "on" && HOLD_TEXTS.includes(page) ? WHO.filter((_, i) => OWNER[i] === 200 && on[i] === 200) : []),
      ]);
      for (const who of holders(HIDDEN_NAME))
        expect([page, who, HOLD_NAMES.includes(page)]).toEqual([page, "owner", true]);
      // Private data may not be stored by any cache.
      for (const { holds, headers } of seen) {
        if (holds(TEXT) || holds(HIDDEN_NAME)) expect(headers.get("cache-control")).toMatch(/no-store|private/);
      }
    }
  },
);

test.each([...Object.values(ROWS).map(([address]) => address), ...FORWARDED])(
  "answers HEAD of %s with the headers of GET",
  async (address) => {
    const path = address
      .replaceAll("{code}", trees.on.code)
      .replaceAll("{gift}", trees.on.gift)
      .replaceAll("{surprise}", trees.on.surprise);
    const ask = async (method: string) => {
      const headers = { cookie: cookies.owner, "accept-encoding": "identity", "cache-control": "no-cache" };
      const answer = await fetch(service.site + path, { method, redirect: "manual", headers });
      const { "content-length": said, "transfer-encoding": _, ...shown } = Object.fromEntries(answer.headers);
      for (const name of CHANGING) delete shown[name];
      shown["cache-control"] = shown["cache-control"]?.replace(/max-age=[45],/, "max-age=5,") ?? "";
      const length = (await answer.arrayBuffer()).byteLength;
      return { answer: { status: answer.status, headers: shown }, said, length };
    };
    const [head, get] = [await ask("HEAD"), await ask("GET")];
    expect(head.answer).toEqual(get.answer);
    // Whether GET goes in chunks depends on how fast it arrives.
    expect(head.said).toBe(address.endsWith("/export") ? undefined : String(get.length));
    expect(head.length).toBe(0);
  },
);

/** Files, which know no parameter. */
const FILES = [
  ...[
    "/llms.txt",
    "/llms-full.txt",
    "/robots.txt",
    "/sitemap.xml",
    "/auth.md",
    "/guides/api.md",
    "/ko/guides/search.json",
  ],
  ...["/.well-known/ai-catalog.json", "/.well-known/api-catalog", "/.well-known/security.txt", "/favicon.svg"],
];

const LOOSE = ["utm_source=mail", "fbclid=IwAR0", "hung=1&created&sent=threat&signed-out&settled", "&"];

test.each([...Object.values(ROWS).map(([address]) => address), ...FILES])(
  "leads from %s with other parameters to the address without them",
  async (address) => {
    const path = address
      .replaceAll("{code}", trees.on.code)
      .replaceAll("{gift}", trees.on.gift)
      .replaceAll("{surprise}", trees.on.surprise);
    const ask = (at: string) =>
      fetch(service.site + at, { redirect: "manual", headers: { cookie: cookies.owner, "cache-control": "no-cache" } });
    const plain = await ask(path);
    for (const loose of LOOSE) {
      const { status, headers } = await ask(`${path}${path.includes("?") ? "&" : "?"}${loose}`);
      // There is no page, or none to read. Personal pages are shared with nobody: `&` may stay.
      if ([404, 405].includes(plain.status) || (loose === "&" && status === plain.status)) continue;
      expect([loose, status, headers.get("location")]).toEqual([loose, 303, path]);
      expect(headers.get("cache-control")).toBe("no-store");
    }
  },
);

test.each(Object.values(ROWS).map(([address]) => address))(
  "answers everybody alike at %s if caches may share it",
  async (address) => {
    const path = address
      .replaceAll("{code}", trees.on.code)
      .replaceAll("{gift}", trees.on.gift)
      .replaceAll("{surprise}", trees.on.surprise);
    const seen = await Promise.all(
      WHO.map(async (who) => {
        const answer = await fetch(service.site + path, { redirect: "manual", headers: { cookie: cookies[who] } });
        return {
          cached: answer.headers.get("cache-control") ?? "",
          body: await answer.text(),
          headers: answer.headers,
        };
      }),
    );
    const shared = seen.filter(({ cached }) => !/private|no-store/.test(cached));
    expect([0, WHO.length]).toContain(shared.length);
    expect(new Set(shared.map(({ body }) => body)).size).toBeLessThanOrEqual(1);
    for (const { headers } of shared) expect(headers.get("set-cookie")).toBeNull();
  },
);

test("shows what a form did only in its browser, and never what is made up", async () => {
  const { code, gift } = trees.on;
  const asOwner = { cookie: cookies.owner };
  const claims = [
    ...["/sign-in?signed-out=", "/sign-in?reset=", "/sign-in?confirmed=", "/reset-password?sent="],
    ...["/account?password=", "/account?ended=", "/my-trees?felled=", `/my-trees/${code}?created=`],
    ...[
      `/send-message?tree=${code}&hung=${gift}`,
      `/report?tree=${code}&sent=more`,
      `/take-back?tree=${code}&done=${gift}`,
    ],
  ];
  for (const claim of claims) {
    const ask = (cookie: string) =>
      fetch(service.site + claim, { redirect: "manual", headers: { cookie: `${asOwner.cookie}; ${cookie}` } });
    const elsewhere = await ask(cookieOfOutcome(`${claim}x`));
    expect([claim, elsewhere.status]).toEqual([claim, 303]);
    expect(claim.startsWith(elsewhere.headers.get("location") ?? "nowhere")).toBe(true);
    const here = await ask(cookieOfOutcome(claim));
    expect([claim, here.status, here.headers.get("cache-control")]).toEqual([
      claim,
      200,
      expect.stringContaining("no-store"),
    ]);
  }
});

test("leads from any spelling of an address to the page by one redirect", async () => {
  const { code } = trees.before;
  const page = `/send-message?tree=${code}`;
  for (const [spelled, address] of [
    ["/create/?fbclid=x", "/create"],
    ["/create?type=RANDOM", "/create"],
    ["/create?type=birthday&utm_source=x", "/create?type=birthday"],
    ["/create/?language=ko&fbclid=x", "/ko/create"],
    [`/send-message/?utm_source=x&tree=Code:%20${code}`, page],
    [`/send-message?amp;Tree=${code}&before=no%20cursor`, page],
    [`/report?tree=${code}!&x`, `/report?tree=${code}`],
    ["/sign-in/?signed-out", "/sign-in"],
    ["/robots.txt?x", "/robots.txt"],
  ] as const) {
    const headers = { "accept-language": "en" };
    const answer = await fetch(service.site + spelled, { redirect: "manual", headers });
    expect([spelled, answer.headers.get("location")]).toEqual([spelled, address]);
    expect([303, 308]).toContain(answer.status);
    expect([address, (await fetch(service.site + address, { redirect: "manual", headers })).status]).toEqual([
      address,
      200,
    ]);
  }
});

test("answers 404 for an invalid cursor on an owner's tree", async () => {
  for (const page of ["", "/keepsake"]) {
    const address = `${service.site}/my-trees/${trees.on.code}${page}?before=nowhere`;
    expect([page, (await fetch(address, { headers: { cookie: cookies.owner } })).status]).toEqual([page, 404]);
  }
});

test("forbids caching a message that its form returns for correction", async () => {
  const { code } = trees.before;
  for (const cookie of [cookies.nobody, cookies.owner]) {
    // The name is missing.
    const body = new URLSearchParams({ message: TEXT, giftAssetId: "card" });
    const sent = { method: "POST", body, headers: { cookie } };
    const answer = await fetch(`${service.site}/send-message?tree=${code}`, sent);
    expect([answer.status, (await answer.text()).includes(TEXT)]).toEqual([422, true]);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
  }
});

test("forbids caching the thank-you page, and redirects an invalid cursor of a tree to its start", async () => {
  const { code, gift } = trees.before;
  const ask = (more: string, cookie = "") =>
    fetch(`${service.site}/send-message?tree=${code}${more}`, { redirect: "manual", headers: { cookie } });
  const hung = `&hung=${gift}`;
  const thanks = await ask(hung, cookieOfOutcome(`/send-message?tree=${code}${hung}`));
  expect([thanks.status, thanks.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  const { status, headers } = await ask("&before=nowhere");
  expect([status, headers.get("location")]).toEqual([303, `/send-message?tree=${code}`]);
});

async function reportGift(api: string, shareCode: string, messageId: string): Promise<void> {
  const body = JSON.stringify({ shareCode, messageId, reason: "threat" });
  const headers = { "content-type": "application/json" };
  const { status } = await fetch(`${api}/v1/reports`, { method: "POST", headers, body });
  expect(status).toBe(202);
}
