import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { SESSIONS_MAX } from "#contract/limits";
import { cookiesOf, PASSWORD } from "../../app.test-utils.ts";
import { type Replicas, testReplicas, visitorAt } from "../../platform/rate-limits/rate-limits.test-utils.ts";

const EMAIL = "known@example.org";

let replicas: Replicas;
let cookie: string;
beforeAll(async () => {
  // Limits off: the queue alone has to stand it.
  replicas = await testReplicas({ ratePolicies: null });
  const device = visitorAt("192.0.2.1");
  await device.post(replicas.one, "/auth/sign-up/email", { email: EMAIL, password: PASSWORD });
  const { headers } = await device.post(replicas.one, "/auth/sign-in/email", { email: EMAIL, password: PASSWORD });
  cookie = cookiesOf(headers);
});
afterAll(() => replicas.close());

/** That many sign-ins at once, each of somebody else; what they were answered, as far as they were. */
function flood(size: number, addressOf: (i: number) => string) {
  const answered: number[] = [];
  const all = Array.from({ length: size }, async (_, i) => {
    const body = { email: `flood-${i}@example.org`, password: "not the password" };
    const { status } = await visitorAt(addressOf(i)).post(replicas.one, "/auth/sign-in/email", body);
    answered.push(status);
  });
  return { answered, end: Promise.all(all) };
}

/** Waits until some of a flood are answered: by then the line is as full as it gets. */
async function untilUnderWay({ answered }: ReturnType<typeof flood>) {
  while (!answered.includes(401)) await Bun.sleep(1);
}
const signIn = (address: string, more: Record<string, string> = {}) =>
  visitorAt(address).post(replicas.one, "/auth/sign-in/email", { email: EMAIL, password: PASSWORD }, more);

test("while strangers sign in from everywhere, a known device gets in, and the status is answered meanwhile", async () => {
  const strangers = flood(400, (i) => `2001:db8:${i.toString(16)}::1`);
  await untilUnderWay(strangers);
  const status = await visitorAt("192.0.2.9").get(replicas.one, "/v1/status");
  const known = await signIn("198.51.100.1", { cookie });
  expect([status.status, known.status]).toEqual([200, 200]);
  await strangers.end;
  // The line was full: who stood in it behind them would have been refused.
  expect(strangers.answered).toContain(503);
}, 60_000);

test("while one known device signs in to its account again and again, strangers get their turns; the oldest sessions end", async () => {
  let answered = 0;
  const known = Array.from({ length: 60 }, () => signIn("198.51.100.1", { cookie }).finally(() => answered++));
  while (answered === 0) await Bun.sleep(1);
  expect((await signIn("198.51.100.4")).status).toBe(200);
  expect(answered).toBeLessThan(30);
  await Promise.all(known);
  // Each that began sees to those before: the last one finds all of them.
  const last = await signIn("198.51.100.4");
  const [sessions] = await replicas.database.execute<{ count: number }>(
    sql`select count(*)::integer as count from owner_sessions join owners on owners.id = user_id where email = ${EMAIL}`,
  );
  expect(sessions?.count).toBe(SESSIONS_MAX);
  const page = await visitorAt("198.51.100.4").get(replicas.one, "/owner/account", { cookie: cookiesOf(last.headers) });
  expect(page.status).toBe(200);
}, 60_000);

test("a network of one subscriber, however many of its addresses sign in, leaves the others their places", async () => {
  const network = flood(400, (i) => `2001:db8:77:${i.toString(16)}::1`);
  await untilUnderWay(network);
  const others = await Promise.all(
    ["198.51.100.2", "198.51.100.3", "2001:db8:78::1"].map((address) => signIn(address)),
  );
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
  await network.end;
  expect(network.answered).toContain(503);
}, 60_000);
