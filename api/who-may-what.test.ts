import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { subscription } from "../test-support/push-service.ts";
import { PASSWORD, type TestApp, type TestOwner, testApp } from "./app.test-utils.ts";
import { moderators, owners } from "./platform/db/schema.ts";

// Access matrix: every route, for every kind of caller, before, on and after the opening day. No route may be missing.
setDefaultTimeout(120_000);

const TEXT = "Nobody but the owner may read this";
const UNCLAIMED_TEXT = "Nobody at all may read this";
/** The tree opens at 00:00 on Christmas Day in Seoul. */
const TIMES = {
  before: "2026-12-24T14:59:59.999Z",
  on: "2026-12-24T15:00:00.000Z",
  after: "2027-01-24T15:00:00.000Z",
} as const;
const WHO = ["nobody", "other", "owner", "moderator"] as const;
type Time = keyof typeof TIMES;
type Who = (typeof WHO)[number];

/** A request; `{code}` and `{gift}` are placeholders for those of the owner. */
type Row = {
  body?: unknown;
  /** Expected status for nobody, another owner, the owner, a moderator. */
  status: Statuses;
};
type Statuses = readonly [nobody: number, other: number, owner: number, moderator: number];

const EVERYBODY = (status: number): Statuses => [status, status, status, status];
const SIGNED_IN = (status: number): Statuses => [401, status, status, status];
const OWNER_ALONE = (status: number): Statuses => [401, 404, status, 404];
const MODERATOR_ALONE = (status: number): Statuses => [401, 404, 404, status];
const gift = { shareCode: "{code}", senderName: "Bob", message: "Another text", giftAssetId: "card" };
const credentials = { email: "nobody-at-all@example.org", password: PASSWORD };

const signed = {
  id: "none",
  response: { clientDataJSON: "none", authenticatorData: "none", signature: "none", userHandle: "none" },
};
const newPasskey = { id: "none", response: { clientDataJSON: "none", attestationObject: "none" } };

const device = { ...subscription().device, language: "en" };

const ROWS: Record<string, Row> = {
  // First: it has all trees of its owner, and the other rows create hundreds.
  "GET /owner/export": { status: SIGNED_IN(200) },
  "GET /openapi.json": { status: EVERYBODY(200) },
  "GET /docs": { status: EVERYBODY(200) },
  "GET /docs/swagger-ui.css": { status: EVERYBODY(200) },
  "GET /docs/swagger-ui-bundle.js": { status: EVERYBODY(200) },
  "GET /v1": { status: EVERYBODY(200) },
  "GET /v1/status": { status: EVERYBODY(200) },
  "GET /v1/trees/:code": { status: EVERYBODY(200) },
  "GET /v1/messages/:code": { status: EVERYBODY(200) },
  "GET /site/trees/:code": { status: EVERYBODY(200) },
  "POST /site/gifts": { body: gift, status: EVERYBODY(201) },
  "POST /site/visits": { body: {}, status: EVERYBODY(200) },
  // Without its key, a gift is unknown.
  "GET /site/gifts/:code/:id": { status: EVERYBODY(404) },
  "DELETE /site/gifts/:code/:id": { status: EVERYBODY(404) },
  "POST /site/gifts/:code/:id/report": { body: { reason: "spam" }, status: EVERYBODY(404) },
  "GET /site/push": { status: EVERYBODY(200) },
  "GET /site/gifts/:code/:id/devices": { status: EVERYBODY(404) },
  "POST /site/gifts/:code/:id/devices": { body: device, status: EVERYBODY(404) },
  "DELETE /site/gifts/:code/:id/devices": { status: EVERYBODY(404) },
  "POST /site/appeals": { body: { message: "You are shit", includesText: true }, status: EVERYBODY(202) },
  "POST /v1/messages": { body: gift, status: EVERYBODY(201) },
  "POST /v1/reports": { body: { shareCode: "{code}", messageId: "{gift}", reason: "spam" }, status: EVERYBODY(202) },

  "POST /auth/sign-up/email": { body: { ...credentials, email: "{new}@example.org" }, status: EVERYBODY(201) },
  "POST /auth/sign-in/email": { body: credentials, status: EVERYBODY(401) },
  "POST /auth/link": { body: { token: "none" }, status: EVERYBODY(400) },
  "POST /auth/sign-in/link": { body: { token: "none" }, status: EVERYBODY(400) },
  "POST /auth/sign-out": { body: {}, status: EVERYBODY(200) },
  "GET /auth/get-session": { status: EVERYBODY(200) },
  "POST /auth/request-password-reset": { body: { email: credentials.email }, status: EVERYBODY(202) },
  "POST /auth/reset-password": { body: { token: "none", password: PASSWORD }, status: EVERYBODY(400) },
  "POST /auth/confirm-email": { body: { token: "none" }, status: EVERYBODY(400) },
  "POST /auth/unsubscribe": { body: { token: "none" }, status: EVERYBODY(400) },
  "POST /auth/passkey/options": { body: {}, status: EVERYBODY(200) },
  "POST /auth/sign-in/passkey": { body: { credential: signed }, status: EVERYBODY(404) },

  "GET /owner/account": { status: SIGNED_IN(200) },
  "PATCH /owner/account": { body: { openingMails: false }, status: SIGNED_IN(200) },
  "DELETE /owner/account": { body: { password: "not the password" }, status: SIGNED_IN(400) },
  "POST /owner/account/confirmation": { body: {}, status: SIGNED_IN(202) },
  "POST /owner/account/email": {
    body: { email: "a@example.org", password: "not the password" },
    status: SIGNED_IN(400),
  },
  "DELETE /owner/account/email": { status: SIGNED_IN(200) },
  "POST /owner/account/password": {
    body: { password: "not the password", newPassword: "another long password" },
    status: SIGNED_IN(400),
  },
  "GET /owner/sessions": { status: SIGNED_IN(200) },
  "DELETE /owner/sessions/:id": { status: SIGNED_IN(404) },
  "POST /owner/sessions/device": { body: device, status: SIGNED_IN(400) },
  "DELETE /owner/sessions/:id/device": { status: SIGNED_IN(404) },
  "GET /owner/passkeys": { status: SIGNED_IN(200) },
  "POST /owner/passkeys/options": { body: { password: "not the password" }, status: SIGNED_IN(400) },
  "POST /owner/passkeys": { body: { credential: newPasskey }, status: SIGNED_IN(400) },
  "DELETE /owner/passkeys/:id": { status: SIGNED_IN(404) },
  "GET /owner/hiding": { status: SIGNED_IN(200) },
  "POST /owner/hiding": { body: { kind: "words", text: "balloon" }, status: SIGNED_IN(200) },
  "POST /owner/hiding/remove": { body: { kind: "words", text: "balloon" }, status: SIGNED_IN(200) },
  "GET /owner/trees": { status: SIGNED_IN(200) },
  "POST /owner/trees": {
    body: { name: "New", type: "birthday", openingDay: "2027-02-14", timeZone: "Asia/Seoul" },
    status: SIGNED_IN(201),
  },
  "GET /owner/trees/:code": { status: OWNER_ALONE(200) },
  "PATCH /owner/trees/:code": { body: { name: "Renamed" }, status: OWNER_ALONE(200) },
  "DELETE /owner/trees/:code": { status: OWNER_ALONE(200) },
  "GET /owner/trees/:code/export": { status: OWNER_ALONE(200) },
  "GET /owner/trees/:code/messages": { status: OWNER_ALONE(200) },
  "PATCH /owner/trees/:code/messages/:id": { body: { isHidden: true }, status: OWNER_ALONE(200) },
  // Replying needs an open tree: see replying.test.ts.
  "PUT /owner/trees/:code/messages/:id/reply": { body: { line: 1 }, status: SIGNED_IN(400) },
  "DELETE /owner/trees/:code/messages/:id/reply": { status: OWNER_ALONE(200) },
  "DELETE /owner/trees/:code/messages/:id": { status: OWNER_ALONE(200) },
  "POST /owner/trees/:code/messages/delete": { body: { ids: ["{gift}"] }, status: OWNER_ALONE(200) },
  "POST /owner/trees/:code/messages/names": { body: { show: ["{gift}"], hide: [] }, status: OWNER_ALONE(200) },
  "POST /owner/trees/:code/gathering": { body: {}, status: OWNER_ALONE(200) },
  "POST /owner/trees/:code/seen": { body: { cursor: "YmVsb3c6Mg" }, status: OWNER_ALONE(200) },
  "GET /owner/trees/:code/opening": { status: OWNER_ALONE(200) },
  "POST /owner/trees/:code/opening": { body: { ids: ["{gift}"] }, status: OWNER_ALONE(200) },
  "POST /owner/trees/:code/messages/:id/report": {
    body: { reason: "spam", includesText: false },
    status: OWNER_ALONE(202),
  },

  "POST /site/claims": { body: { shareCode: "{code}", token: "none" }, status: EVERYBODY(400) },
  "POST /owner/claims": { body: { shareCode: "{code}", token: "none" }, status: SIGNED_IN(400) },
  "GET /owner/organizing": { status: SIGNED_IN(200) },
  "POST /owner/organizing": {
    body: {
      ...{ name: "New", ownerName: "Ada", organizerName: "Bob", type: "birthday" },
      ...{ openingDay: "2027-02-14", timeZone: "Asia/Seoul" },
    },
    status: SIGNED_IN(201),
  },
  // To a tree that has an owner, nobody is its organizer. Of one that has none: below.
  "GET /owner/organizing/:code": { status: SIGNED_IN(404) },
  "PATCH /owner/organizing/:code": { body: { name: "Renamed" }, status: SIGNED_IN(404) },
  "DELETE /owner/organizing/:code": { status: SIGNED_IN(404) },
  "POST /owner/organizing/:code/gifts/delete": { body: { ids: ["{gift}"] }, status: SIGNED_IN(404) },
  "POST /owner/organizing/:code/link": { body: { password: PASSWORD }, status: SIGNED_IN(404) },

  "GET /moderation/queue": { status: MODERATOR_ALONE(200) },
  "GET /moderation/history": { status: MODERATOR_ALONE(200) },
  "POST /moderation/acts": {
    body: { act: "take_down_gift", shareCode: "{code}", messageId: "{gift}", reason: "spam" },
    status: MODERATOR_ALONE(201),
  },
  "GET /moderation/mails": { status: MODERATOR_ALONE(200) },
  "PATCH /moderation/mails": { body: { isOn: true }, status: MODERATOR_ALONE(200) },
  "GET /moderation/appeals": { status: MODERATOR_ALONE(200) },
  "DELETE /moderation/appeals/:id": { status: MODERATOR_ALONE(200) },
};
/** The routes where the owner can read the texts, from the opening day on. No one else can, anywhere. */
const HOLD_TEXTS = [
  "GET /owner/trees/:code/messages",
  "GET /owner/trees/:code/opening",
  "GET /owner/trees/:code/export",
  "GET /owner/export",
];

let service: TestApp;
let people: Record<Exclude<Who, "nobody">, TestOwner>;
beforeAll(async () => {
  service = await testApp();
  const [other, owner, moderator] = [
    await service.signedInOwner(),
    await service.signedInOwner(),
    await service.signedInOwner(),
  ];
  people = { other, owner, moderator };
  await grantModeration(moderator.email);
  for (const { email } of [other, owner, moderator]) await service.confirmAddress(email);
});
afterAll(() => service.close());

test("every route has a row, and every row a route", () => {
  const addresses = service.app.routes
    .filter(({ method }) => method !== "OPTIONS")
    .map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(ROWS).toSorted()).toEqual([...new Set(addresses)].toSorted());
});

const cells = Object.entries(ROWS).flatMap(([address, row]) =>
  (Object.keys(TIMES) as Time[]).map((time) => ({ address, row, time })),
);

test.each(cells)(
  "$address, $time the opening day: who has access, and who can read a text",
  async ({ address, row, time }) => {
    await keptFor(anUnclaimedTree);
    const { seen, readersOf } = await ask(address, row, time, aTreeOfTheOwner);
    expect(seen).toEqual([...row.status]);
    expect(readersOf(TEXT)).toEqual(HOLD_TEXTS.includes(address) && time !== "before" ? ["owner"] : []);
    expect(readersOf(UNCLAIMED_TEXT)).toEqual([]);
  },
);

/** Only what its organizer may do answers them otherwise than everybody; and no answer has a text. */
const ORGANIZERS = Object.keys(ROWS).filter((address) => address.includes("/owner/organizing/:code"));
const OWNERS = Object.keys(ROWS).filter((address) => address.includes("/owner/trees/:code"));
test.each(cells.filter(({ address, row, time }) => time !== "on" && isAboutTree(address, row)))(
  "$address, $time the opening day of a tree that nobody has claimed: nobody reads a text, and its organizer does no more than they may",
  async ({ address, row, time }) => {
    const { seen, readersOf } = await ask(address, row, time, anUnclaimedTree);
    expect(readersOf(UNCLAIMED_TEXT)).toEqual([]);
    const [, other, organizer] = seen;
    if (ORGANIZERS.includes(address)) expect(seen).toEqual([...OWNER_ALONE(200)]);
    else if (OWNERS.includes(address)) expect(seen).toEqual([...SIGNED_IN(address.startsWith("PUT") ? 400 : 404)]);
    else if (!address.includes("/moderation")) expect(organizer).toBe(other as number);
  },
);

function isAboutTree(address: string, { body }: Row): boolean {
  return /\{(code|gift)\}|:(code|id)/.test(`${address}${JSON.stringify(body)}`);
}

/** Asks as everybody, about a tree that `owner` has or prepares; returns the statuses, and who read a text. */
async function ask(address: string, row: Row, time: Time, aTree: () => Promise<Filler>) {
  const [method = "", pattern = ""] = address.split(" ");
  const seen: number[] = [];
  const texts: string[] = [];
  for (const who of WHO) {
    const fill = await (method === "GET" || !isAboutTree(address, row) ? keptFor(aTree) : aTree());
    const cookie = address === "POST /auth/sign-out" || who === "nobody" ? "" : people[who].cookie;
    service.setTime(TIMES[time]);
    const path = fill(pattern.replace(":code", "{code}").replace(":id", "{gift}"));
    const body = row.body === undefined ? null : fill(JSON.stringify(row.body));
    const answer = await askAs(cookie, method, path, body);
    seen.push(answer.status);
    texts.push(answer.text);
  }
  return { seen, readersOf: (text: string) => WHO.filter((_, index) => texts[index]?.includes(text)) };
}

type Filler = (words: string) => string;

/** What changes no tree shares one at all times and among all callers. */
const kept = new Map<() => Promise<Filler>, Promise<Filler>>();
function keptFor(aTree: () => Promise<Filler>): Promise<Filler> {
  const tree = kept.get(aTree) ?? aTree();
  kept.set(aTree, tree);
  return tree;
}

/** Creates a tree with a reported gift, and returns a function that fills in its codes. */
async function aTreeOfTheOwner() {
  service.setTime("2026-11-30T12:00:00Z");
  const { shareCode } = await service.createTree(people.owner);
  const { id } = await service.addGift(shareCode, { message: TEXT });
  await service.post("/v1/reports", { shareCode, messageId: id, reason: "spam" });
  return filler({ code: shareCode, gift: id });
}

const filler =
  (known: Record<string, string>) =>
  (words: string): string =>
    words.replace(/\{(code|gift|new)\}/g, (_, name: string) => known[name] ?? crypto.randomUUID());

async function anUnclaimedTree() {
  service.setTime("2026-11-30T12:00:00Z");
  const { body } = ROWS["POST /owner/organizing"] as { body: object };
  const surprise = { ...body, openingDay: "2026-12-25" };
  const { shareCode } = (await people.owner.post<{ shareCode: string }>("/owner/organizing", surprise)).data;
  const { id } = await service.addGift(shareCode, { message: UNCLAIMED_TEXT });
  await service.post("/v1/reports", { shareCode, messageId: id, reason: "spam" });
  return filler({ code: shareCode, gift: id });
}

async function askAs(
  cookie: string,
  method: string,
  path: string,
  body: string | null,
): Promise<{ status: number; text: string }> {
  const headers = { ...(cookie && { cookie }), ...(body !== null && { "content-type": "application/json" }) };
  const answer = await service.app.handle(new Request(`http://localhost:3000${path}`, { method, headers, body }));
  return { status: answer.status, text: await answer.text() };
}

async function grantModeration(email: string): Promise<void> {
  const [found] = await service.database.select({ id: owners.id }).from(owners).where(eq(owners.email, email));
  await service.database.insert(moderators).values({ ownerId: found?.id ?? "" });
}
