import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { SESSIONS_MAX } from "#contract/limits";
import { cookiesOf, PASSWORD } from "../../../app.test-utils.ts";
import { type Replicas, testReplicas, visitorAt } from "../../../platform/rate-limits/rate-limits.test-utils.ts";

const EMAIL = "known@example.org";

let replicas: Replicas;
let cookie: string;
beforeAll(async () => {
  // Limits are off: the queue alone must cope.
  replicas = await testReplicas({ ratePolicies: null });
  const device = visitorAt("192.0.2.1");
  await device.post(replicas.one, "/auth/sign-up/email", { email: EMAIL, password: PASSWORD });
  const { headers } = await device.post(replicas.one, "/auth/sign-in/email", { email: EMAIL, password: PASSWORD });
  cookie = cookiesOf(headers);
});
afterAll(() => replicas.close());

/** Starts that many concurrent sign-ins, each for a different account; `answered` collects their status codes. */
function flood(size: number, addressOf: (i: number) => string) {
  const answered: number[] = [];
  const all = Array.from({ length: size }, async (_, i) => {
    const body = { email: `flood-${i}@example.org`, password: "not the password" };
    const { status } = await visitorAt(addressOf(i)).post(replicas.one, "/auth/sign-in/email", body);
    answered.push(status);
  });
  return { answered, end: Promise.all(all) };
}

/** Waits for the first responses to a flood: by then the queue is as full as it gets. */
async function untilUnderWay({ answered }: ReturnType<typeof flood>) {
  while (!answered.includes(401)) await Bun.sleep(1);
}
const signIn = (address: string, more: Record<string, string> = {}) =>
  visitorAt(address).post(replicas.one, "/auth/sign-in/email", { email: EMAIL, password: PASSWORD }, more);

test("during a flood by strangers, a known device can sign in, and the status responds", async () => {
  const strangers = flood(400, (i) => `2001:db8:${i.toString(16)}::1`);
  await untilUnderWay(strangers);
  const status = await visitorAt("192.0.2.9").get(replicas.one, "/v1/status");
  const known = await signIn("198.51.100.1", { cookie });
  expect([status.status, known.status]).toEqual([200, 200]);
  await strangers.end;
  // The queue was full: the known device would have been refused as a stranger.
  expect(strangers.answered).toContain(503);
}, 60_000);

test("while a known device signs in repeatedly, strangers can sign in too, and the oldest sessions end", async () => {
  let answered = 0;
  const known = Array.from({ length: 60 }, () => signIn("198.51.100.1", { cookie }).finally(() => answered++));
  while (answered === 0) await Bun.sleep(1);
  expect((await signIn("198.51.100.4")).status).toBe(200);
  expect(answered).toBeLessThan(30);
  await Promise.all(known);
  // Each new session ends older ones, so the last one covers all of them.
  const last = await signIn("198.51.100.4");
  const [sessions] = await replicas.database.execute<{ count: number }>(
    sql`select count(*)::integer as count from owner_sessions join owners on owners.id = user_id where email = ${EMAIL}`,
  );
  expect(sessions?.count).toBe(SESSIONS_MAX);
  const page = await visitorAt("198.51.100.4").get(replicas.one, "/owner/account", { cookie: cookiesOf(last.headers) });
  expect(page.status).toBe(200);
}, 60_000);

test("a flood from one subscriber's network does not block others", async () => {
  const network = flood(400, (i) => `2001:db8:77:${i.toString(16)}::1`);
  await untilUnderWay(network);
  const others = await Promise.all(
    ["198.51.100.2", "198.51.100.3", "2001:db8:78::1"].map((address) => signIn(address)),
  );
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
  await network.end;
  expect(network.answered).toContain(503);
}, 60_000);
