import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { afterNoon, NOON, type Replicas, testReplicas, visitorAt } from "../rate-limits/testing.ts";
import { PASSWORD } from "../testing.ts";

const MINUTE = 60_000;
const WRONG = "not the password";

let replicas: Replicas;
beforeAll(async () => {
  replicas = await testReplicas();
});
beforeEach(() => replicas.setTime(NOON));
afterAll(() => replicas.close());

let people = 0;
/** Somebody at an address of their own. */
function somebody() {
  people += 1;
  const visitor = visitorAt(`203.0.113.${people}`);
  const post = (i: number, path: string, body: object) => visitor.post(replicas.either(i), path, body);
  return {
    post,
    signUp: (i: number, email: string) => post(i, "/auth/sign-up/email", { email, password: PASSWORD }),
    signIn: (i: number, email: string, password = WRONG) => post(i, "/auth/sign-in/email", { email, password }),
  };
}

test("the 11th password for one account within 15 minutes waits, from whatever address and at whichever replica", async () => {
  await somebody().signUp(0, "guessed@example.org");
  for (let i = 0; i < 10; i += 1) {
    replicas.setTime(afterNoon(i * 1000));
    expect((await somebody().signIn(i, "guessed@example.org")).status).toBe(401);
  }
  for (const i of [0, 1]) {
    const { status, error, headers } = await somebody().signIn(i, "guessed@example.org", PASSWORD);
    expect([status, error.code]).toEqual([429, "rate_limited"]);
    expect(error.details).toEqual([{ field: "sign-ins-per-account", reason: "quota_used_up" }]);
    const waitSeconds = Number(headers.get("retry-after"));
    expect(waitSeconds).toBeGreaterThan(14 * 60);
    expect(waitSeconds).toBeLessThanOrEqual(15 * 60);
  }
  // A delay and no lock: the owner's own password is taken when the time is over.
  replicas.setTime(afterNoon(15 * MINUTE + 10_000));
  expect((await somebody().signIn(1, "guessed@example.org", PASSWORD)).status).toBe(200);
});

test("an e-mail without an account is counted and refused in the very same way", async () => {
  await somebody().signUp(0, "real@example.org");
  const [known, unknown] = await Promise.all(
    ["real@example.org", "unreal@example.org"].map(async (email) => {
      const answers: string[] = [];
      for (let i = 0; i < 12; i += 1) {
        const { status, text, headers } = await somebody().signIn(i, email);
        const said = text.replace(/"requestId":"[^"]+"/, "");
        answers.push([status, said, headers.get("retry-after"), headers.get("ratelimit")].join(" "));
      }
      return answers;
    }),
  );
  expect(known).toEqual(unknown ?? []);
  expect(known?.filter((answer) => answer.startsWith("429"))).toHaveLength(2);
});

test("one address may try 20 passwords within 15 minutes, whatever the accounts", async () => {
  const { signIn } = somebody();
  for (let i = 0; i < 20; i += 1) expect((await signIn(i, `anybody-${i}@example.org`)).status).toBe(401);
  const over = await signIn(0, "anybody-21@example.org");
  expect([over.status, over.error.details?.[0]?.field]).toEqual([429, "sign-ins-per-address"]);
  expect((await somebody().signIn(0, "anybody-21@example.org")).status).toBe(401);
});

test("one address may make 20 accounts within 15 minutes", async () => {
  const { signUp } = somebody();
  for (let i = 0; i < 20; i += 1) expect((await signUp(i, `made-${i}@example.org`)).status).toBe(201);
  expect((await signUp(1, "made-21@example.org")).error.details?.[0]?.field).toBe("sign-ups-per-address");
});

test("five mails an hour may be asked for one e-mail, whoever asks and whether it has an account or not", async () => {
  await somebody().signUp(0, "mailed@example.org");
  for (const [email, before] of [
    ["mailed@example.org", 1],
    ["nobodys@example.org", 0],
  ] as const) {
    const ask = (i: number) => somebody().post(i, "/auth/request-password-reset", { email });
    for (let i = before; i < 5; i += 1) expect((await ask(i)).status).toBe(202);
    expect((await ask(0)).error.details?.[0]?.field).toBe("mails-per-account");
    expect((await somebody().signUp(1, email)).status).toBe(429);
  }
});

test("counters do not tell for whom they count", async () => {
  await somebody().signIn(0, "secret@example.org");
  const rows = await replicas.database.execute<{ key: string }>(sql`select key from rate_counters`);
  expect(rows.some(({ key }) => key.startsWith("sign-ins-per-account:"))).toBe(true);
  expect(JSON.stringify(rows)).not.toContain("secret@example.org");
});
