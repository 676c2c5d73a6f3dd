import { eq } from "drizzle-orm";
import type { Failure } from "#contract/errors";
import type { GiftReceipt, GiftsPage } from "#contract/messages";
import type { OwnersTree } from "#contract/trees";
import { createLog } from "../shared/observability/log.ts";
import { createApp, type Settings } from "./app.ts";
import { accountStore } from "./features/accounts/accounts.store.ts";
import { closeDatabase, type Database, openDatabase } from "./platform/db/client.ts";
import { TEST_MESSAGE_KEYS, testDatabase } from "./platform/db/db.test-utils.ts";
import { owners } from "./platform/db/schema.ts";
import { type KeySource, keysGiven } from "./platform/encryption/key-source.ts";
import type { Measures } from "./platform/observability/measures.ts";
import { freshness } from "./platform/response-cache.ts";

export type TestApp = Awaited<ReturnType<typeof testApp>>;
export type TestOwner = Awaited<ReturnType<TestApp["signedInOwner"]>>;
/** A parsed response. Which of `data` and `error` is set depends on the response. */
export type Answer<Data> = {
  status: number;
  headers: Headers;
  text: string;
  data: Data;
  page: GiftsPage;
  error: Failure["error"];
};

export const API_URL = "http://localhost:3000";
export const TEST_SECRET = "a secret for tests, long enough";
export const PASSWORD = "correct horse battery";
/** Cheaper than what the service stores: hashing would be a quarter of the tests' time. */
const passwordHash = Bun.password.hash(PASSWORD, { algorithm: "argon2id", memoryCost: 8, timeCost: 1 });

/** Creates the whole API on a database of its own, with a settable clock, a recorded log and no rate limits. */
export async function testApp(settings: Partial<Settings> = {}) {
  const { url, database, close } = await testDatabase();
  const counters = openDatabase(url, 2);
  const closeBoth = async () => {
    await closeDatabase(counters);
    await close();
  };
  return { ...testAppOn(database, settings, counters), url, database, close: closeBoth };
}

/** Creates the API on a given database, which may be down. Caches nothing unless `freshMs` is set. */
export function testAppOn(
  database: Database,
  overrides: Partial<Settings> = {},
  counters = database,
  messageKeys: KeySource = keysGiven(TEST_MESSAGE_KEYS),
  freshMs = 0,
  measures?: Measures,
) {
  let now = new Date("2026-11-30T12:00:00Z");
  let tickMs = 0;
  const clock = () => {
    now = new Date(now.getTime() + tickMs);
    return now;
  };
  const logLines: string[] = [];
  const log = createLog("debug", (line) => logLines.push(line));
  const settings: Settings = {
    apiUrl: API_URL,
    siteUrl: "http://localhost:4321",
    sessionSecret: TEST_SECRET,
    trustedProxies: [],
    internalKey: null,
    signUps: "open",
    ratePolicies: null,
    ...overrides,
  };
  const app = createApp({
    database,
    counters,
    gifts: database,
    messageKeys,
    clock,
    log,
    settings,
    freshness: freshness(clock, freshMs),
    measures,
  });
  /** `tick`: how many milliseconds pass whenever somebody looks at the clock. */
  const setTime = (moment: string | Date, tick = 0) => {
    now = new Date(moment);
    tickMs = tick;
  };

  const ask = async <Data>(path: string, init?: RequestInit): Promise<Answer<Data>> => {
    const answer = await app.handle(new Request(`${API_URL}${path}`, init));
    const text = await answer.text();
    return {
      ...(text === "" ? {} : withoutSentences(JSON.parse(text))),
      status: answer.status,
      headers: answer.headers,
      text,
    };
  };
  /** Sends requests like a browser with these cookies, and stores those it receives. A body is sent as JSON. */
  const asking =
    (browser = { cookie: "" }) =>
    (method: string) =>
    async <Data>(path: string, body?: unknown) => {
      const { cookie } = browser;
      const headers = { ...(cookie && { cookie }), ...(body !== undefined && { "content-type": "application/json" }) };
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
      const answer = await ask<Data>(path, init);
      if (cookie) browser.cookie = withCookies(cookie, answer.headers);
      return answer;
    };
  const get = asking()("GET");
  const post = asking()("POST");

  let signedUp = 0;
  async function signedInOwner() {
    signedUp += 1;
    const email = `owner-${signedUp}@example.org`;
    const account = { email, name: "", language: "en" as const, passwordHash: await passwordHash };
    await accountStore(database).signUp(account, { now, isForConfirmed: false });
    const { headers } = await post("/auth/sign-in/email", { email, password: PASSWORD });
    const browser = { email, cookie: cookiesOf(headers) };
    const as = asking(browser);
    return Object.assign(browser, {
      get: as("GET"),
      post: as("POST"),
      patch: as("PATCH"),
      put: as("PUT"),
      delete: as("DELETE"),
    });
  }

  /** Creates a tree that opens next Christmas in Seoul, unless overridden. */
  async function createTree(owner: { post: typeof post }, input: Record<string, unknown> = {}): Promise<OwnersTree> {
    const usual = { name: "Our tree", type: "christmas", openingDay: "2026-12-25", timeZone: "Asia/Seoul" };
    return (await owner.post<OwnersTree>("/owner/trees", { ...usual, ...input })).data;
  }

  async function addGift(shareCode: string, input: Record<string, unknown> = {}): Promise<GiftReceipt> {
    return (await post<GiftReceipt>("/v1/messages", { ...aGift(shareCode), ...input })).data;
  }

  /** As if the owner had followed the link in the mail. */
  async function confirmAddress(email: string): Promise<void> {
    await database.update(owners).set({ emailVerified: true, emailProvenAt: now }).where(eq(owners.email, email));
  }

  const requests = { ask, get, post, signedInOwner, createTree, addGift, confirmAddress };
  return { app, clock: () => now, log, logLines, ratePolicies: settings.ratePolicies, setTime, ...requests };
}

/** A gift as a friend would send it. */
export function aGift(shareCode: string) {
  return { shareCode, senderName: "Ann", message: "Warm wishes", giftAssetId: "snow-globe" };
}

/** Removes `expected`: tests compare stable reasons. It remains in `text`, and has tests of its own. */
function withoutSentences<Body extends { error?: Failure["error"] }>(body: Body): Body {
  for (const fieldError of body.error?.details ?? []) delete fieldError.expected;
  return body;
}

/** Returns the `Cookie` header for the cookies of a response. */
export function cookiesOf(headers: Headers): string {
  const given = headers.getSetCookie().map((line) => line.split(";")[0]);
  return given.join("; ");
}

/** Returns a browser's `Cookie` header after a response that set or deleted cookies. */
export function withCookies(cookie: string, headers: Headers): string {
  const pairs = (text: string) =>
    text.split("; ").map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)] as const);
  const jar = new Map([...pairs(cookie), ...pairs(cookiesOf(headers))]);
  return [...jar].flatMap(([name, value]) => (value ? [`${name}=${value}`] : [])).join("; ");
}
