import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { and, eq, like, sql } from "drizzle-orm";
import { mailboxOf } from "#contract/emails";
import { RATE_POLICIES } from "#contract/rate-limits";
import { authenticator, type CreationOptions, type RequestOptions } from "../../../../test-support/authenticator.ts";
import { type MailServer, mailServer } from "../../../../test-support/mail-server.ts";
import { cookiesOf, PASSWORD, withCookies } from "../../../app.test-utils.ts";
import { mailJobs, ownerLinks, owners } from "../../../platform/db/schema.ts";
import { rateLimitStore } from "../../../platform/rate-limits/rate-limits.store.ts";
import {
  afterNoon,
  NOON,
  type Replicas,
  testReplicas,
  visitorAt,
} from "../../../platform/rate-limits/rate-limits.test-utils.ts";
import { rateLimits } from "../../../platform/rate-limits/rate-limits.ts";
import { officeOn, tokenIn } from "../../mails/mail.test-utils.ts";

/** Smaller than in production: each password check takes about 40 ms. */
const [perAddress, perNetwork, perAccount, perDevice] = [6, 8, 4, 5];
const POLICIES = {
  ...RATE_POLICIES,
  signInsPerAddress: { ...RATE_POLICIES.signInsPerAddress, quota: perAddress },
  signInsPerNetwork: { ...RATE_POLICIES.signInsPerNetwork, quota: perNetwork },
  signInsPerAccount: { ...RATE_POLICIES.signInsPerAccount, quota: perAccount },
  signInsPerDevice: { ...RATE_POLICIES.signInsPerDevice, quota: perDevice },
};
const MINUTE = 60_000;
const WRONG = "not the password";
const ANOTHER = "another password";

let replicas: Replicas;
let mails: MailServer;
beforeAll(async () => {
  replicas = await testReplicas({ ratePolicies: POLICIES });
  mails = await mailServer();
});
beforeEach(() => replicas.setTime(NOON));
afterAll(async () => {
  await mails.close();
  await replicas.close();
});

let people = 0;
const newAddress = () => {
  people += 1;
  return `203.0.${people >> 8}.${people & 255}`;
};

/** A browser at a new address, unless one is given. It stores and sends cookies. */
function browser(address = newAddress()) {
  const visitor = visitorAt(address);
  let cookie = "";
  const send = (method: string) => async (i: number, path: string, body: object) => {
    const headers = { "content-type": "application/json", ...(cookie !== "" && { cookie }) };
    const answer = await visitor.ask(replicas.either(i), path, { method, headers, body: JSON.stringify(body) });
    cookie = cookie === "" ? cookiesOf(answer.headers) : withCookies(cookie, answer.headers);
    return answer;
  };
  const post = send("POST");
  return {
    post,
    delete: send("DELETE"),
    signUp: (i: number, email: string) => post(i, "/auth/sign-up/email", { email, password: PASSWORD }),
    signIn: (i: number, email: string, password = WRONG) => post(i, "/auth/sign-in/email", { email, password }),
    askForReset: (i: number, email: string) => post(i, "/auth/request-password-reset", { email }),
  };
}

const deliver = () => officeOn(replicas.database, replicas.one, mails.url).deliver();
const mailsTo = (mailbox: string) => mails.arrived.filter(({ to }) => to.replace(/\+[^@]*/, "") === mailbox);
const fieldOf = ({ status, error }: Awaited<ReturnType<ReturnType<typeof browser>["post"]>>) =>
  status === 429 ? error.details?.[0]?.field : status;

describe("an owner under a lockout attack", () => {
  const home = newAddress();
  const email = "victim@example.org";
  let phone: ReturnType<typeof browser>;

  beforeAll(async () => {
    phone = browser(home);
    await phone.signUp(0, email);
    expect((await phone.signIn(0, email, PASSWORD)).status).toBe(200);
    await deliver();
    await replicas.one.confirmAddress(email);
  });

  let hours = 0;
  beforeEach(() => {
    hours += 2;
    replicas.setTime(afterNoon(hours * 60 * MINUTE));
  });

  /**
   * Sends wrong passwords and requests reset links, from many addresses and from the owner's own, until all quotas
   * are used up.
   */
  async function attack() {
    for (let i = 0; i < perAccount; i += 1) expect((await browser().signIn(i, email)).status).toBe(401);
    expect(fieldOf(await browser().signIn(0, email, PASSWORD))).toBe("sign-ins-per-account");
    for (let i = 0; i < perAddress; i += 1)
      expect((await browser(home).signIn(i, `other-${i}@example.org`)).status).toBe(401);
    expect(fieldOf(await browser(home).signIn(1, "other@example.org"))).toBe("sign-ins-per-address");
    for (let i = 0; i < 30; i += 1) {
      expect((await browser(home).askForReset(i, `other-${i}@example.org`)).status).toBe(202);
      expect((await browser().askForReset(i, email)).status).toBe(202);
    }
  }

  test("signs in on a known device, even after signing out there", async () => {
    await attack();
    expect((await phone.post(0, "/auth/sign-out", {})).status).toBe(200);
    expect((await phone.signIn(0, email)).status).toBe(401);
    expect((await phone.signIn(1, email, PASSWORD)).status).toBe(200);
  });

  test("changes the password in an open session, and deletes the account", async () => {
    await attack();
    const change = (password: string, newPassword: string) =>
      phone.post(0, "/owner/account/password", { password, newPassword });
    expect((await change(WRONG, ANOTHER)).status).toBe(400);
    expect((await change(PASSWORD, ANOTHER)).status).toBe(200);
    expect((await change(ANOTHER, PASSWORD)).status).toBe(200);

    const session = browser();
    await session.signUp(0, "leaving@example.org");
    await session.signIn(0, "leaving@example.org", PASSWORD);
    for (let i = 0; i < perAccount; i += 1) await browser().signIn(i, "leaving@example.org");
    expect((await session.delete(1, "/owner/account", { password: PASSWORD })).status).toBe(200);
  });

  test("gets in from anywhere by a mailed link, with one mail for any number of requests", async () => {
    await deliver();
    const before = mailsTo(email).length;
    await attack();
    await deliver();
    expect(mailsTo(email).length - before).toBe(1);
    const anywhere = browser(home);
    expect((await anywhere.askForReset(1, email)).status).toBe(202);
    await deliver();
    expect(mailsTo(email).length - before).toBe(1);

    // It works and signs in right away, so no password has to be checked.
    const token = tokenIn(mailsTo(email)[before] ?? { text: "" });
    expect((await anywhere.post(0, "/auth/reset-password", { token, password: ANOTHER })).status).toBe(200);
    expect(
      (await anywhere.post(0, "/owner/account/password", { password: ANOTHER, newPassword: PASSWORD })).status,
    ).toBe(200);
  });

  test("always has a valid link when they ask, however long strangers keep asking", async () => {
    const start = Date.parse(NOON) + 24 * 60 * MINUTE;
    for (let minute = 0; minute <= 120; minute += 1) {
      replicas.setTime(new Date(start + minute * MINUTE));
      await browser().askForReset(minute, email);
      await deliver();
      if (minute % 20 !== 0) continue;
      const [works] = await replicas.database.execute<{ longest: string }>(
        sql`select max(expires_at) as longest from owner_links where email = ${email} and purpose = 'reset_password'`,
      );
      expect(Date.parse(works?.longest ?? "")).toBeGreaterThanOrEqual(start + (minute + 29) * MINUTE);
    }
  });
});

describe("a mail with a link", () => {
  const resets = (email: string) => mailsTo(email).filter(({ subject }) => subject === "Your sign-in link");
  /** Requests three resets; the quota allows one mail. */
  async function oneReset(email: string) {
    for (let i = 0; i < 3; i += 1) expect((await browser().askForReset(i, email)).status).toBe(202);
    await deliver();
    expect(resets(email)).toHaveLength(1);
  }
  async function newest(email: string) {
    await deliver();
    const token = tokenIn(resets(email).at(-1) ?? { text: "" });
    return (await browser().post(0, "/auth/reset-password", { token, password: ANOTHER })).status;
  }

  test("is sent again once earlier links were used, or invalidated by a new password", async () => {
    const [owner, email] = [browser(), "again@example.org"];
    await owner.signUp(0, email);
    await oneReset(email);
    expect(await newest(email)).toBe(200);
    await browser().askForReset(1, email);
    expect(await newest(email)).toBe(200);
    expect(resets(email)).toHaveLength(2);
    await browser().askForReset(1, email);
    await owner.signIn(0, email, ANOTHER);
    await owner.post(0, "/owner/account/password", { password: ANOTHER, newPassword: PASSWORD });
    await browser().askForReset(0, email);
    await deliver();
    expect(resets(email)).toHaveLength(4);
    expect(await newest(email)).toBe(200);
  });

  test("stays valid if a stranger created the account and changes its password, and no more are sent", async () => {
    const [stranger, email] = [browser(), "squatted@example.org"];
    await stranger.signUp(0, email);
    await stranger.signIn(0, email, PASSWORD);
    await oneReset(email);
    await stranger.post(0, "/owner/account/password", { password: PASSWORD, newPassword: ANOTHER });
    await stranger.askForReset(0, email);
    await deliver();
    expect(resets(email)).toHaveLength(1);
    expect(await newest(email)).toBe(200);
    expect((await stranger.post(0, "/owner/account/confirmation", {})).status).toBe(401);
  });

  test("is not sent more often if a stranger repeatedly creates and deletes the account", async () => {
    const email = "recreated@example.org";
    for (let i = 0; i < 4; i += 1) {
      const stranger = browser();
      await stranger.signUp(i, email);
      await stranger.signIn(i, email, PASSWORD);
      await stranger.askForReset(i, email);
      await deliver();
      expect((await stranger.delete(i, "/owner/account", { password: PASSWORD })).status).toBe(200);
    }
    expect(resets(email)).toHaveLength(1);
  });
});

test("counts wrong passwords, but not right ones", async () => {
  await browser().signUp(0, "often@example.org");
  for (let i = 0; i < perAddress + 2; i += 1)
    expect((await browser("198.51.100.7").signIn(i, "often@example.org", PASSWORD)).status).toBe(200);
});

test("accepts many concurrent right passwords from one address, even after failures there", async () => {
  const shared = "198.51.100.8";
  const emails = Array.from({ length: perAddress * 2 }, (_, i) => `class-${i}@example.org`);
  await Promise.all(emails.map((email, i) => browser().signUp(i, email)));
  await browser(shared).signIn(0, "class-0@example.org");
  const signIns = emails.map((email, i) => browser(shared).signIn(i, email, PASSWORD));
  expect((await Promise.all(signIns)).map(({ status }) => status)).toEqual(emails.map(() => 200));
});

test("a hit of an attempt that succeeds is free at once on every replica", async () => {
  const limits = [1, 2].map(() => rateLimits(rateLimitStore(replicas.database), () => new Date(NOON), POLICIES));
  const budget = [{ policy: "signInsPerAddress", keys: ["given-back"] }] as const;
  for (let i = 1; i < perAddress; i += 1) await limits[i % 2]?.take(budget);
  const refused = async () => {
    for (const each of limits) await expect(each.take(budget)).rejects.toThrow();
  };
  for (const each of limits) await each.attempt(budget, refused);
  await limits[0]?.take(budget);
});

test("limits concurrent wrong passwords to the account's quota", async () => {
  await browser().signUp(0, "rushed@example.org");
  const answers = await Promise.all(Array.from({ length: 15 }, (_, i) => browser().signIn(i, "rushed@example.org")));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(perAccount);
});

test("limits wrong passwords per account to a quota in 15 minutes, across addresses and replicas", async () => {
  await browser().signUp(0, "guessed@example.org");
  for (let i = 0; i < perAccount; i += 1) {
    replicas.setTime(afterNoon(i * 1000));
    expect((await browser().signIn(i, "guessed@example.org")).status).toBe(401);
  }
  for (const i of [0, 1]) {
    const { status, error, headers } = await browser().signIn(i, "guessed@example.org", PASSWORD);
    expect([status, error.code]).toEqual([429, "rate_limited"]);
    expect(error.details).toEqual([{ field: "sign-ins-per-account", reason: "quota_used_up" }]);
    const waitSeconds = Number(headers.get("retry-after"));
    expect(waitSeconds).toBeGreaterThan(14 * 60);
    expect(waitSeconds).toBeLessThanOrEqual(15 * 60);
  }
  replicas.setTime(afterNoon(15 * MINUTE + 10_000));
  expect((await browser().signIn(1, "guessed@example.org", PASSWORD)).status).toBe(200);
});

test("limits failures of a known device separately, and its cookie does not help with other accounts", async () => {
  const device = browser();
  for (const email of ["mine@example.org", "theirs@example.org"]) await browser().signUp(0, email);
  await device.signIn(0, "mine@example.org", PASSWORD);
  for (let i = 0; i < perDevice; i += 1) expect((await device.signIn(i, "mine@example.org")).status).toBe(401);
  expect(fieldOf(await device.signIn(0, "mine@example.org", PASSWORD))).toBe("sign-ins-per-device");
  for (let i = 0; i < perAccount; i += 1) expect((await device.signIn(i, "theirs@example.org")).status).toBe(401);
  expect(fieldOf(await device.signIn(0, "theirs@example.org"))).toBe("sign-ins-per-account");
});

test("a new password makes every other device unknown", async () => {
  const [phone, laptop] = [browser(), browser()];
  const email = "moved@example.org";
  await phone.signUp(0, email);
  for (const device of [phone, laptop]) await device.signIn(0, email, PASSWORD);
  await phone.post(0, "/owner/account/password", { password: PASSWORD, newPassword: ANOTHER });
  for (let i = 0; i < perAccount; i += 1) await browser().signIn(i, email);
  expect(fieldOf(await laptop.signIn(0, email, ANOTHER))).toBe("sign-ins-per-account");
  expect((await phone.signIn(0, email, ANOTHER)).status).toBe(200);
});

test("a new address makes every device unknown", async () => {
  const phone = browser();
  const [email, another] = ["former@example.org", "new@example.org"];
  await phone.signUp(0, email);
  await phone.signIn(0, email, PASSWORD);
  await replicas.database.update(owners).set({ email: another }).where(eq(owners.email, email));
  for (let i = 0; i < perAccount; i += 1) await browser().signIn(i, another);
  expect(fieldOf(await phone.signIn(0, another, PASSWORD))).toBe("sign-ins-per-account");
});

test("counts and refuses an e-mail without an account in exactly the same way", async () => {
  await browser().signUp(0, "real@example.org");
  const [known, unknown] = await Promise.all(
    ["real@example.org", "unreal@example.org"].map(async (email) => {
      const answers: string[] = [];
      for (let i = 0; i < perAccount + 2; i += 1) {
        const { status, text, headers } = await browser().signIn(i, email);
        const said = text.replace(/"requestId":"[^"]+"/, "");
        answers.push([status, said, headers.get("retry-after"), headers.get("ratelimit")].join(" "));
      }
      return answers;
    }),
  );
  expect(known).toEqual(unknown ?? []);
  expect(known?.filter((answer) => answer.startsWith("429"))).toHaveLength(2);
});

test("limits failures in 15 minutes per address and per IPv6 /48 network, whatever the accounts", async () => {
  const { signIn } = browser();
  for (let i = 0; i < perAddress; i += 1) expect((await signIn(i, `anybody-${i}@example.org`)).status).toBe(401);
  expect(fieldOf(await signIn(0, "anybody-21@example.org"))).toBe("sign-ins-per-address");
  expect((await browser().signIn(0, "anybody-21@example.org")).status).toBe(401);
  const within = (i: number) => browser(`2001:db8:7:${i.toString(16)}::1`);
  for (let i = 0; i < perNetwork; i += 1)
    expect((await within(i).signIn(i, `network-${i}@example.org`)).status).toBe(401);
  expect(fieldOf(await within(99).signIn(0, "network-61@example.org"))).toBe("sign-ins-per-network");
  expect((await browser("2001:db8:8::1").signIn(0, "network-61@example.org")).status).toBe(401);
});

test("counts passkeys that fail with wrong passwords, and not those that work", async () => {
  const [email, address] = ["passkey@example.org", "198.51.100.9"];
  const visitor = browser(address);
  await visitor.signUp(0, email);
  await visitor.signIn(0, email, PASSWORD);
  await replicas.database
    .update(owners)
    .set({ emailProvenAt: new Date(NOON) })
    .where(eq(owners.email, email));
  const [device, stranger] = [authenticator("http://localhost:4321"), authenticator("http://localhost:4321")];
  const { data } = await visitor.post(0, "/owner/passkeys/options", { password: PASSWORD });
  const added = await visitor.post(0, "/owner/passkeys", { credential: device.create(data as CreationOptions) });
  expect(added.status).toBe(201);
  const signIn = async (i: number, using = device, from = browser(address)) => {
    replicas.setTime(afterNoon(i * 1000));
    const { data } = await from.post(i, "/auth/passkey/options", {});
    return from.post(i, "/auth/sign-in/passkey", { credential: using.get(data as RequestOptions) });
  };
  for (let i = 1; i <= perAddress + 2; i += 1) expect((await signIn(i)).status).toBe(200);
  for (let i = 1; i < perAddress; i += 1) expect((await signIn(i, stranger)).status).toBe(404);
  expect((await browser(address).signIn(0, "nobody@example.org")).status).toBe(401);
  expect(fieldOf(await signIn(perAddress, stranger))).toBe("sign-ins-per-address");
  expect(fieldOf(await browser(address).signIn(0, "nobody@example.org"))).toBe("sign-ins-per-address");
  // A browser that signed in before has a budget of its own, for the account that knows it.
  expect(fieldOf(await signIn(perAddress + 3))).toBe("sign-ins-per-address");
  expect(fieldOf(await signIn(perAddress + 3, stranger, visitor))).toBe("sign-ins-per-address");
  expect((await signIn(perAddress + 4, device, visitor)).status).toBe(200);
  const { data: asked } = await visitor.post(0, "/auth/passkey/options", {});
  const { id } = device;
  const { response } = stranger.get(asked as RequestOptions);
  const fail = async (i: number) =>
    fieldOf(await visitor.post(i, "/auth/sign-in/passkey", { credential: { id, response } }));
  for (let i = 0; i < perDevice; i += 1) expect(await fail(i)).toBe(400);
  expect(await fail(0)).toBe("sign-ins-per-device");
});

test("limits sign-ups per address to 30 in 15 minutes", async () => {
  const { signUp } = browser();
  const all = Array.from({ length: 30 }, (_, i) => signUp(i, `made-${i}@example.org`));
  for (const { status } of await Promise.all(all)) expect(status).toBe(201);
  expect(fieldOf(await signUp(1, "made-31@example.org"))).toBe("sign-ups-per-address");
});

describe("mails to a mailbox whose reader confirmed nothing", () => {
  const MAX = RATE_POLICIES.mailsPerUnconfirmedMailbox.quota;

  test("are six a day, whatever tags, dots and case strangers sign up and request links with", async () => {
    const spelled = (i: number) => `${i % 3 ? "bo.mb.ed" : "Bombed"}+${i % 4}@${i % 2 ? "gmail" : "GoogleMail"}.com`;
    for (let i = 0; i < 12; i += 1) {
      const stranger = browser();
      expect((await stranger.signUp(i, spelled(i))).status).toBe(201);
      expect((await stranger.askForReset(i, spelled(i))).status).toBe(202);
      await stranger.signIn(i, spelled(i), PASSWORD);
      await stranger.post(i, "/owner/account/confirmation", {});
    }
    const arrived = () => mails.arrived.filter(({ to }) => mailboxOf(to.toLowerCase()) === "bombed@gmail.com");
    await deliver();
    expect(arrived()).toHaveLength(MAX);
    await browser().signUp(0, "bombed@gmail.com");
    for (let i = 0; i < 6; i += 1) {
      replicas.setTime(afterNoon(i * 31 * MINUTE));
      await browser().askForReset(i, "bombed@gmail.com");
      await deliver();
    }
    expect(arrived()).toHaveLength(6);
    replicas.setTime(afterNoon(25 * 60 * MINUTE));
    await browser().askForReset(0, spelled(0));
    await deliver();
    expect(arrived()).toHaveLength(7);
  });

  test("always leave its reader a link that works, whatever names strangers use it up with, and however long", async () => {
    const email = "stranded@example.org";
    await browser().signUp(0, email);
    let works = 0;
    for (let minute = 0; minute <= 26 * 60; minute += 20) {
      replicas.setTime(afterNoon(minute * MINUTE));
      const tagged = `stranded+${minute % 7}@example.org`;
      if (minute < 7 * 20) await browser().signUp(minute, tagged);
      for (const each of [tagged, email]) await browser().askForReset(minute, each);
      await deliver();
      const links = await replicas.database
        .select({ expiresAt: ownerLinks.expiresAt })
        .from(ownerLinks)
        .where(and(eq(ownerLinks.email, email), eq(ownerLinks.purpose, "reset_password")));
      if (links.some(({ expiresAt }) => expiresAt > replicas.one.clock())) works += 1;
    }
    expect(works).toBe(26 * 3 + 1);
    const sent = mailsTo(email).filter(({ subject }) => subject === "Your sign-in link");
    const token = tokenIn(sent.filter(({ to }) => to === email).at(-1) ?? { text: "" });
    expect((await browser().post(0, "/auth/reset-password", { token, password: ANOTHER })).status).toBe(200);
  });

  test("keep their links valid, answer as ever when no more are sent, and are sent to whoever confirms", async () => {
    const [owner, email] = [browser(), "few@example.org"];
    await owner.signUp(0, email);
    await owner.signIn(0, email, PASSWORD);
    await deliver();
    const token = tokenIn(mailsTo(email).at(-1) ?? { text: "" });
    for (let i = 0; i < 8; i += 1) {
      replicas.setTime(afterNoon(i * 31 * MINUTE));
      const { status, data } = await browser().askForReset(i, email);
      expect([status, data]).toEqual([202, { email }]);
      await deliver();
    }
    expect(mailsTo(email)).toHaveLength(1 + MAX);
    expect((await owner.post(0, "/auth/confirm-email", { token })).status).toBe(200);
    await browser().askForReset(0, email);
    await deliver();
    expect(mailsTo(email)).toHaveLength(1 + MAX + 1);
  });

  test("are few even if somebody asks for a change of address to it from many accounts", async () => {
    for (let i = 0; i < 8; i += 1) {
      const owner = browser();
      await owner.signUp(i, `bomber-${i}@example.org`);
      await owner.signIn(i, `bomber-${i}@example.org`, PASSWORD);
      const body = { email: `target+${i}@example.org`, password: PASSWORD };
      expect((await owner.post(i, "/owner/account/email", body)).status).toBe(202);
    }
    await deliver();
    expect(mailsTo("target@example.org")).toHaveLength(MAX);
  });
});

describe("mails that one address requests", () => {
  const MAX = RATE_POLICIES.mailboxesPerAddress.quota;
  const isMine = (prefix: string) => mails.arrived.filter(({ to }) => to.startsWith(prefix));

  test("go to thirty different mailboxes an hour, by IPv6 /64, and then to confirmed accounts only", async () => {
    for (let i = 0; i < MAX + 4; i += 1) await browser().signUp(i, `many-${i}@example.org`);
    await browser().signUp(0, "sure@example.org");
    await deliver();
    await replicas.one.confirmAddress("sure@example.org");
    const before = isMine("many-").length;
    const within = (i: number) => browser(`2001:db8:9:1::${(i + 1).toString(16)}`);
    const ask = async (i: number, email: string) => {
      const { status, text } = await within(i).askForReset(i, email);
      return `${status} ${text.replace(email, "").replace(/"requestId":"[^"]+"/, "")}`;
    };
    const answers = new Set<string>();
    // Each twice: the second request of one mailbox is no other mailbox.
    for (let i = 0; i < 2 * (MAX + 4); i += 1) answers.add(await ask(i, `many-${i % (MAX + 4)}@example.org`));
    for (const email of ["sure@example.org", "nobody@example.org"]) answers.add(await ask(0, email));
    await deliver();
    expect(isMine("many-").length - before).toBe(MAX);
    expect(isMine("many-").some(({ to }) => to === `many-${MAX + 3}@example.org`)).toBe(true);
    expect(isMine("sure@").map(({ subject }) => subject)).toContain("Your sign-in link");
    expect([...answers]).toHaveLength(1);

    await within(0).signUp(0, "one-more@example.org");
    await within(0).signIn(0, "one-more@example.org", PASSWORD);
    await deliver();
    expect(isMine("one-more@")).toEqual([]);
    replicas.setTime(afterNoon(62 * MINUTE));
    expect(await ask(0, "one-more@example.org")).toBe([...answers][0] ?? "");
    await deliver();
    expect(isMine("one-more@").map(({ subject }) => subject)).toEqual(["Your sign-in link"]);
  });

  test("are bounded for one address and for one IPv6 /48, hold up nobody else's, and answer as ever", async () => {
    const { quota } = RATE_POLICIES.requestsPerAddress;
    const queued = () => replicas.database.$count(mailJobs, like(mailJobs.address, "flood-%"));
    const flood = async (from: (i: number) => ReturnType<typeof browser>) => {
      const emails = Array.from({ length: quota + 20 }, (_, i) => `flood-${i}-${newAddress()}@example.org`);
      const answers = await Promise.all(emails.map((email, i) => from(i).askForReset(0, email)));
      return [...new Set(answers.map(({ status }) => status))];
    };
    const one = browser();
    expect(await flood(() => one)).toEqual([202]);
    expect(await queued()).toBe(quota);
    expect(await flood((i) => browser(`2001:db8:a:${i.toString(16)}::1`))).toEqual([202]);
    expect(await queued()).toBe(2 * quota);
    await browser().signUp(0, "patient@example.org");
    await browser().askForReset(0, "patient@example.org");
    await deliver();
    expect(isMine("patient@").map(({ subject }) => subject)).toContain("Your sign-in link");
  });

  test("are refused, and not only left out, for somebody signed in, whose page would say that a link is mailed", async () => {
    const home = "198.51.100.31";
    const [first, second] = [browser(home), browser(home)];
    for (const [who, email] of [
      [first, "first-at-home@example.org"],
      [second, "second-at-home@example.org"],
    ] as const) {
      await who.signUp(0, email);
      await who.signIn(0, email, PASSWORD);
    }
    const move = (who: typeof first, to: string) =>
      who.post(0, "/owner/account/email", { email: `${to}-at-home@example.org`, password: PASSWORD });
    const changes = RATE_POLICIES.addressChangesPerAccount.quota;
    for (let i = 0; i < changes; i += 1) expect((await move(first, `third-${i}`)).status).toBe(202);
    expect(fieldOf(await move(first, "fourth"))).toBe("address-changes-per-account");
    for (let i = 2 + changes; i < MAX; i += 1) await browser(home).askForReset(0, `asked-${i}-at-home@example.org`);
    expect(fieldOf(await move(second, "fifth"))).toBe("mailboxes-per-address");
    // One's own was reached a moment ago.
    expect((await second.post(0, "/owner/account/confirmation", {})).status).toBe(202);
    await deliver();
    expect(mailsTo("fourth-at-home@example.org")).toEqual([]);
    expect(mailsTo("fifth-at-home@example.org")).toEqual([]);
  });

  test("reach a classroom that signs up together", async () => {
    const school = "198.51.100.30";
    const pupils = Array.from({ length: MAX }, (_, i) => `pupil-${i}@example.org`);
    const answers = await Promise.all(pupils.map((email, i) => browser(school).signUp(i, email)));
    expect(answers.map(({ status }) => status)).toEqual(pupils.map(() => 201));
    await deliver();
    expect(isMine("pupil-")).toHaveLength(MAX);
  });
});

test.each([
  ["looks at mailed links", ["/auth/link"]],
  ["uses of mailed links", ["/auth/sign-in/link", "/auth/confirm-email", "/auth/reset-password"]],
])("limits %s per address", async (_, paths) => {
  const guesser = browser();
  const guess = (who: typeof guesser, i = 0) =>
    who.post(0, paths[i % paths.length] ?? "", {
      token: "guessed",
      ...(i % paths.length > 0 && { password: ANOTHER }),
    });
  const { quota } = RATE_POLICIES.requestsPerAddress;
  const guesses = await Promise.all(Array.from({ length: quota + 1 }, (_, i) => guess(guesser, i)));
  expect(guesses.filter(({ status }) => status === 400)).toHaveLength(quota);
  for (const i of paths.keys()) {
    const refused = await guess(guesser, i);
    expect([fieldOf(refused), Number(refused.headers.get("retry-after"))]).toEqual(["requests-per-address", 60]);
  }
  expect((await guess(browser())).status).toBe(400);
  // The links in mails go on working, and mail providers post them from few addresses.
  expect((await guesser.post(0, "/auth/unsubscribe", { token: "guessed" })).status).toBe(400);
});

test("a stranger who signs up with somebody else's address leaves its owner no quota used up, and no hiding list", async () => {
  const [stranger, reader, email] = [browser(), browser(), "left-over@example.org"];
  await stranger.signUp(0, email);
  await stranger.signIn(0, email, PASSWORD);
  const tree = { name: "Our tree", type: "christmas", openingDay: "2026-12-25", timeZone: "UTC" };
  const trees: Awaited<ReturnType<typeof stranger.post>>[] = [];
  for (let i = 0; i <= RATE_POLICIES.treesPerOwner.quota; i += 1)
    trees.push(await stranger.post(i, "/owner/trees", tree));
  // Each replica has refused one.
  trees.push(await stranger.post(RATE_POLICIES.treesPerOwner.quota + 1, "/owner/trees", tree));
  expect(trees.slice(-2).map(fieldOf)).toEqual(["trees-per-owner", "trees-per-owner"]);
  expect((await stranger.post(0, "/owner/hiding", { kind: "words", text: "love" })).data).toHaveLength(1);
  const changes = RATE_POLICIES.addressChangesPerAccount.quota;
  const move = (who: typeof stranger, to: string, password: string) =>
    who.post(0, "/owner/account/email", { email: to, password });
  for (let i = 0; i < changes; i += 1)
    expect((await move(stranger, `their-${i}@example.org`, PASSWORD)).status).toBe(202);

  await reader.askForReset(0, email);
  await deliver();
  const token = tokenIn(mailsTo(email).find(({ subject }) => subject === "Your sign-in link") ?? { text: "" });
  expect((await reader.post(0, "/auth/reset-password", { token, password: ANOTHER })).status).toBe(200);
  for (const i of [0, 1]) expect((await reader.post(i, "/owner/trees", tree)).status).toBe(201);
  expect((await reader.post(0, "/owner/hiding", { kind: "words", text: "hate" })).data).toMatchObject([
    { text: "hate" },
  ]);
  await move(reader, "mine-now@example.org", ANOTHER);
  await deliver();
  expect(mailsTo("mine-now@example.org")).toHaveLength(1);
});

test("counters do not reveal the account", async () => {
  await browser().signIn(0, "secret@example.org");
  const rows = await replicas.database.execute<{ key: string }>(sql`select key from rate_counters`);
  expect(rows.some(({ key }) => key.startsWith("sign-ins-per-account:"))).toBe(true);
  expect(JSON.stringify(rows)).not.toContain("secret@example.org");
});
