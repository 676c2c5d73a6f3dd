import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import type { GiftLeft, OwnersGift } from "#contract/messages";
import type { OwnersSession } from "#contract/owners";
import { RATE_POLICIES } from "#contract/rate-limits";
import type { OwnersTree } from "#contract/trees";
import { createLog } from "../../../shared/observability/log.ts";
import { type MailServer, mailServer } from "../../../test-support/mail-server.ts";
import { type PushServer, pushServer } from "../../../test-support/push-service.ts";
import { aGift, cookiesOf, PASSWORD, type TestOwner, testApp } from "../../app.test-utils.ts";
import { untilWaiting } from "../../platform/db/db.test-utils.ts";
import { deleteGifts } from "../../platform/db/delete-tree.ts";
import { hidingLists, mailJobs, messageKeys, owners, pushDevices, trees } from "../../platform/db/schema.ts";
import { everythingIn } from "../../platform/encryption/encryption.test-utils.ts";
import { readPushKey } from "../../platform/encryption/push-key.ts";
import { testReplicas } from "../../platform/rate-limits/rate-limits.test-utils.ts";
import { retention } from "../../platform/retention/retention.ts";
import { officeOn } from "../mails/mail.test-utils.ts";
import { pushStore } from "./push.store.ts";
import { pushOffice } from "./push-delivery.service.ts";

// 21:00 in Seoul, where the trees are: an hour before the night.
const NINE = "2026-11-30T12:00:00Z";
const GATHERED = "2026-11-30T12:10:00Z";
const NEXT_GATHERED = "2026-11-30T12:20:00Z";
const NIGHT = "2026-11-30T13:05:00Z";
const MORNING = "2026-11-30T23:00:00Z";
const SIX = "2026-12-01T09:00:00Z";
const OPENS = "2026-12-24T15:00:00Z";
const OPENING_MORNING = "2026-12-24T23:00:00Z";
const MINUTE_MS = 60_000;
const NEWS = "New gifts on your tree";

const KEY = readPushKey(Buffer.alloc(32, 7).toString("base64"));
if (!KEY) throw new Error("the key is none");

let replicas: Awaited<ReturnType<typeof testReplicas>>;
let mails: MailServer;
let service: PushServer;
let owner: TestOwner;
let code: string;
let device: Device;
type Device = ReturnType<PushServer["device"]>;

beforeAll(async () => {
  service = await pushServer();
  mails = await mailServer();
  replicas = await testReplicas({ ratePolicies: null, push: settings() });
});
beforeEach(async () => {
  replicas.setTime(NINE);
  await replicas.database.delete(mailJobs);
  await replicas.database.update(trees).set({ pushDueAt: null, newsDueAt: null, isOpeningTold: true });
  for (const arrived of [service.arrived, mails.arrived]) arrived.length = 0;
  owner = await replicas.one.signedInOwner();
  await replicas.one.confirmAddress(owner.email);
  code = (await replicas.one.createTree(owner, { ownerName: "Mina" })).shareCode;
  device = service.device();
});
afterAll(async () => {
  service.close();
  await mails.close();
  await replicas.close();
});

const settings = () => ({ key: KEY, services: [service.url], subject: "mailto:help@tree.example" });
const office = ({ app, clock, log }: typeof replicas.one) =>
  pushOffice({
    store: pushStore(replicas.database),
    gifts: app.gifts,
    push: settings(),
    announce: officeOn(replicas.database, { app, clock, log }, mails.url).announce,
    measures: undefined,
    clock,
    log,
  });
/** Runs the delivery of notifications on both replicas at once. */
async function notify(time?: string) {
  if (time) replicas.setTime(time);
  const offices = [replicas.one, replicas.other, replicas.one].map(office);
  await Promise.all(offices.map((each) => each.deliver()));
}
const deliverMails = () => officeOn(replicas.database, replicas.one, mails.url).deliver();
const clean = (time: string) => {
  const outbox = { isOutbox: true, sweep: async () => 0 };
  return retention(
    replicas.database,
    outbox,
    createLog("error", () => {}),
  )(new Date(time));
};
const tell = (by = owner, to = device) => by.post("/owner/sessions/device", to);
const told = () => service.arrived.map(({ text }) => JSON.parse(text).title as string);
const addGift = (input: object = {}) => replicas.one.addGift(code, { ...aGift(code), ...input });
const session = async (by = owner) =>
  (await by.get<OwnersSession[]>("/owner/sessions")).data.find((each) => each.isThis);
const countDevices = () => replicas.database.$count(pushDevices);
const countSenders = () => replicas.database.$count(pushDevices, eq(pushDevices.shareCode, code));
const later = (time: string, minutes: number) => new Date(Date.parse(time) + minutes * MINUTE_MS).toISOString();

describe("an owner's device", () => {
  test("hears of gifts once their ten minutes are over, in its language, and nobody else can read what", async () => {
    const korean = service.device("ko");
    expect((await tell(owner, korean)).status).toBe(201);
    for (const senderName of ["Quentin", "Ann"])
      await addGift({ senderName, message: "A text for nobody's lock screen" });
    await notify("2026-11-30T12:09:59Z");
    expect(service.arrived).toEqual([]);
    await notify(GATHERED);
    expect(service.arrived).toHaveLength(1);
    const [{ text, headers, bytes, claims, path } = service.arrived[0] as never] = service.arrived;
    const tag = headers.get("topic");
    expect(JSON.parse(text)).toEqual({ title: "트리에 새 선물이 달렸어요", path: "/ko/my-trees", tag });
    expect(korean.endpoint).toEndWith(path);
    expect(tag).toMatch(/^[\w-]{32}$/);
    expect(["ttl", "urgency", "content-encoding"].map((name) => headers.get(name))).toEqual([
      "86400",
      "normal",
      "aes128gcm",
    ]);
    // Every notification is as long as any other.
    expect(bytes).toBe(4096);
    const { key, aud, sub, exp } = claims;
    expect([key, aud, sub]).toEqual([
      KEY.publicKey,
      service.url.replace("http:", "https:"),
      "mailto:help@tree.example",
    ]);
    expect(Number(exp) * 1000 - Date.now()).toBeLessThanOrEqual(24 * 60 * MINUTE_MS);
    for (const secret of [code, "Quentin", "lock screen"]) expect(text).not.toContain(secret);
    await notify(NEXT_GATHERED);
    expect(service.arrived).toHaveLength(1);
    await addGift();
    await notify("2026-11-30T12:30:00Z");
    expect(service.arrived).toHaveLength(2);
  });

  test("is left alone by night, and hears once in the morning, also after a failure in the evening", async () => {
    await tell();
    await addGift();
    service.answer(device, 503);
    await notify(GATHERED);
    service.answer(device, 201);
    for (const minute of [5, 15, 25]) {
      replicas.setTime(later(NIGHT, minute));
      await addGift();
      await notify(later(NIGHT, minute + 10));
    }
    await notify("2026-11-30T22:59:59Z");
    expect(service.arrived).toEqual([]);
    await notify(MORNING);
    // The failed one, and one for the whole night: a device shows the newest under their common tag.
    expect(told()).toEqual([NEWS, NEWS]);
    expect(new Set(service.arrived.map(({ headers }) => headers.get("topic"))).size).toBe(1);
  });

  test("hears by night if its owner wants it, of gifts and of the opening", async () => {
    await tell();
    await owner.patch("/owner/account", { nightNotifications: true });
    replicas.setTime(NIGHT);
    await addGift();
    await notify(later(NIGHT, 5));
    expect(told()).toEqual([NEWS]);
    await notify(OPENS);
    expect(told()).toEqual([NEWS, "Your tree is open"]);
  });

  test.each([
    ["deleted", ({ id }: { id: string }) => owner.delete(`/owner/trees/${code}/messages/${id}`)],
    ["hidden", ({ id }: { id: string }) => owner.patch(`/owner/trees/${code}/messages/${id}`, { isHidden: true })],
    [
      "taken down",
      ({ id }: { id: string }) => replicas.database.$client`update gifts set taken_down_for = 'spam' where id = ${id}`,
    ],
    [
      "on a tree that was taken down",
      () => replicas.database.update(trees).set({ takenDownFor: "spam" }).where(eq(trees.shareCode, code)),
    ],
    [
      "seen",
      async () => {
        const { page } = await owner.get<OwnersGift[]>(`/owner/trees/${code}/messages`);
        await owner.post(`/owner/trees/${code}/seen`, { cursor: (page as unknown as { here: string }).here });
      },
    ],
  ])("hears nothing of a gift that is %s meanwhile, nor again of one before it", async (_, act) => {
    await tell();
    await addGift();
    await notify(GATHERED);
    const gift = await addGift();
    await act(gift);
    await notify(NEXT_GATHERED);
    expect(told()).toEqual([NEWS]);
  });

  test("hears nothing of a gift from somebody whom its owner's list hides", async () => {
    await tell();
    await owner.post("/owner/hiding", { kind: "sender", text: "Mallory" });
    await addGift({ senderName: "Mallory" });
    await notify(GATHERED);
    expect(service.arrived).toEqual([]);
    await addGift();
    await notify(NEXT_GATHERED);
    expect(told()).toEqual([NEWS]);
  });

  test("was told: then the digest says nothing of these gifts, but of later ones", async () => {
    await tell();
    await addGift({ senderName: "Told", showSenderName: true });
    await notify(GATHERED);
    replicas.setTime(SIX);
    await deliverMails();
    expect(mails.arrived).toEqual([]);
    await owner.delete(`/owner/sessions/${(await session())?.id}/device`);
    await addGift({ senderName: "Late", showSenderName: true });
    await notify("2026-12-02T09:00:00Z");
    await deliverMails();
    expect(mails.arrived.map(({ subject }) => subject)).toEqual(["You have a new gift on “Our tree”"]);
    expect(mails.arrived[0]?.text).not.toContain("Told");
  });

  test.each([false, true])(
    "hears nothing of gifts that a late digest told of while they were gathered, unless the owner wants both: %p",
    async (giftMailsToo) => {
      await addGift();
      await notify(GATHERED);
      replicas.setTime(later(SIX, 2));
      await tell();
      await owner.patch("/owner/account", { giftMailsToo });
      await addGift();
      await deliverMails();
      await notify(later(SIX, 10));
      expect(mails.arrived.map(({ subject }) => subject)).toEqual(["You have 2 new gifts on “Our tree”"]);
      expect(told()).toEqual(giftMailsToo ? [NEWS] : []);
      await addGift();
      await notify(later(SIX, 20));
      expect(told()).toHaveLength(giftMailsToo ? 2 : 1);
    },
  );

  /** Digests of the evening go out while a notification waits for its push service, which takes it then. */
  async function sendDigestsWhileTelling() {
    service.answer(device, 503);
    await notify(SIX);
    await deliverMails();
    service.answer(device, 201);
    await notify(later(SIX, 5));
    expect(told()).toEqual([NEWS]);
  }

  test("was told: the digest tells of these gifts as well if the owner wants both", async () => {
    await tell();
    await owner.patch("/owner/account", { giftMailsToo: true });
    replicas.setTime(later(SIX, -8));
    await addGift({ senderName: "Told", showSenderName: true });
    await sendDigestsWhileTelling();
    expect(mails.arrived.map(({ text }) => text.includes("Told"))).toEqual([true]);
    await notify("2026-12-02T09:00:00Z");
    await deliverMails();
    expect(mails.arrived).toHaveLength(1);
  });

  test("is being told of a tree: the digest leaves that out, also if it comes early for another's evening", async () => {
    await addGift({ senderName: "Ann" });
    await notify(GATHERED);
    const elsewhere = { name: "Far away", timeZone: "Europe/London" };
    const { shareCode } = await replicas.one.createTree(owner, elsewhere);
    replicas.setTime(later(SIX, -5));
    await tell();
    await replicas.one.addGift(shareCode, { ...aGift(shareCode), senderName: "Told" });
    await sendDigestsWhileTelling();
    expect(mails.arrived.map(({ subject }) => subject)).toEqual(["You have a new gift on “Our tree”"]);
  });

  test("could not be told: the digest waits for it, and tells of the gifts once it is given up", async () => {
    await tell();
    service.answer(device, 429);
    replicas.setTime(later(SIX, -8));
    await addGift();
    await notify(SIX);
    await deliverMails();
    expect(mails.arrived).toEqual([]);
    // By night it rests, and in the morning it begins again.
    for (let hours = 1; hours < 24; hours += 0.25) await notify(later(SIX, hours * 60));
    expect(await replicas.database.$count(mailJobs, eq(mailJobs.kind, "push_gifts"))).toBe(0);
    await notify("2026-12-02T09:00:00Z");
    await deliverMails();
    expect(mails.arrived).toHaveLength(1);
    expect(service.arrived).toEqual([]);
  });

  test("can never be told: the digest comes all the same, however often gifts do", async () => {
    await tell();
    service.answer(device, 403);
    for (let minutes = 0; minutes < 3 * 24 * 60; minutes += 60) {
      replicas.setTime(later(NINE, minutes));
      if (minutes % 120 === 0) await addGift();
      await notify();
      await deliverMails();
    }
    expect(mails.arrived.length).toBeGreaterThan(1);
  });

  test("is told by nobody, as without the key: the digest does not wait for it, and nothing piles up", async () => {
    await tell();
    for (let hours = 0; hours < 72; hours += 1) {
      replicas.setTime(later(NINE, hours * 60));
      if (hours % 24 === 0) await addGift();
      await deliverMails();
    }
    expect(mails.arrived).toHaveLength(3);
    const isPush = eq(mailJobs.kind, "push_gifts");
    expect(await replicas.database.$count(mailJobs, isPush)).toBe(3);
    await clean(later(NINE, 97 * 60));
    expect(await replicas.database.$count(mailJobs, isPush)).toBe(0);
  });

  test("hears on the opening day, at eight, whatever mails its owner wants; not of a tree that was taken down", async () => {
    await tell();
    await owner.patch("/owner/account", { openingMails: false, giftMails: false });
    const other = (await replicas.one.createTree(owner)).shareCode;
    const takenDown = replicas.database.update(trees).set({ takenDownFor: "spam" });
    await notify(OPENS);
    await takenDown.where(eq(trees.shareCode, other));
    expect(service.arrived).toEqual([]);
    await notify(OPENING_MORNING);
    await notify(later(OPENING_MORNING, 60));
    expect(told()).toEqual(["Your tree is open"]);
    await deliverMails();
    expect(mails.arrived).toEqual([]);
  });

  test.each([
    ["the session ends", async () => owner.post("/auth/sign-out", {})],
    ["the owner removes it", async () => owner.delete(`/owner/sessions/${(await session())?.id}/device`)],
    [
      "there is a new password",
      async () => owner.post("/owner/account/password", { password: PASSWORD, newPassword: "another password" }),
    ],
    ["the account is deleted", async () => owner.delete("/owner/account", { password: PASSWORD })],
    ["the tree is deleted", async () => owner.delete(`/owner/trees/${code}`)],
  ])("hears nothing more once %s", async (_, act) => {
    await tell();
    await addGift();
    service.answer(device, 503);
    await notify(GATHERED);
    await act();
    service.answer(device, 201);
    await notify("2026-11-30T12:59:00Z");
    expect(service.arrived).toEqual([]);
    expect(await replicas.database.$count(mailJobs, eq(mailJobs.kind, "push_gifts"))).toBe(0);
  });

  test("is one session's, and one account's, at a time; sessions and the export say which are told", async () => {
    await tell();
    const newer = service.device();
    await tell(owner, newer);
    const other = await replicas.one.signedInOwner();
    expect((await tell(other, newer)).status).toBe(201);
    expect([await session(), await session(other)].map((each) => each?.isTold)).toEqual([false, true]);
    expect((await other.get("/owner/export")).text).toContain('"isTold":true');
    await addGift();
    await notify(GATHERED);
    expect(service.arrived).toEqual([]);
    const { id } = (await session(other)) ?? {};
    expect((await owner.delete(`/owner/sessions/${id}/device`)).status).toBe(404);
    expect((await other.delete(`/owner/sessions/${id}/device`)).status).toBe(200);
  });

  test("is one of ten of an account: the oldest session's makes room for another", async () => {
    const before = await countDevices();
    await tell();
    for (let at = 0; at < 10; at += 1) {
      const signedIn = await replicas.one.post("/auth/sign-in/email", { email: owner.email, password: PASSWORD });
      const headers = { cookie: cookiesOf(signedIn.headers), "content-type": "application/json" };
      const body = JSON.stringify(service.device());
      expect((await replicas.one.ask("/owner/sessions/device", { method: "POST", headers, body })).status).toBe(201);
    }
    expect((await session())?.isTold).toBe(false);
    expect(await countDevices()).toBe(before + 10);
  });

  test.each([404, 410])("ends when its push service answers %i, and no other with it", async (status) => {
    const before = await countDevices();
    await tell();
    const second = await replicas.one.post("/auth/sign-in/email", { email: owner.email, password: PASSWORD });
    expect(second.status).toBe(200);
    await addGift();
    service.answer(device, status);
    const answer = service.hold();
    const running = notify(GATHERED);
    await Bun.sleep(1);
    // The browser has another subscription by the time of the late answer.
    const renewed = service.device();
    await tell(owner, renewed);
    answer();
    await running;
    expect(await countDevices()).toBe(before + 1);
    expect((await session())?.isTold).toBe(true);
  });

  test("is removed while its gifts are gathered: it gets none, and the gathering goes on", async () => {
    await tell();
    await addGift();
    replicas.setTime(GATHERED);
    const { id = "" } = (await session()) ?? {};
    const { running } = await replicas.database.transaction(async (within) => {
      await within.delete(pushDevices).where(eq(pushDevices.sessionId, id));
      const running = office(replicas.one).deliver();
      await untilWaiting(replicas.database, 1);
      return { running };
    });
    await running;
    expect(await replicas.database.$count(mailJobs, eq(mailJobs.kind, "push_gifts"))).toBe(0);
    expect(service.arrived).toEqual([]);
  });

  test("waits for no other at the same push service, however that answers", async () => {
    const slow = await replicas.one.signedInOwner();
    for (const status of [429, 503, 302, 403]) {
      const failing = service.device();
      service.answer(failing, status);
      await tell(slow, failing);
      const tree = await replicas.one.createTree(slow);
      await replicas.one.addGift(tree.shareCode);
      const [each, mine] = [await replicas.one.signedInOwner(), service.device()];
      await tell(each, mine);
      await replicas.one.addGift((await replicas.one.createTree(each)).shareCode);
      await notify(GATHERED);
      expect(service.arrived.map(({ path }) => service.url + path)).toEqual([mine.endpoint]);
      service.arrived.length = 0;
      replicas.setTime(NINE);
    }
  });

  test.each([
    ["another host", "https://push.example/abc"],
    ["no TLS", "http://fcm.googleapis.com/abc"],
    ["another loopback port", "http://127.0.0.1:1/abc"],
    ["credentials", "http://me:pw@127.0.0.1:4/abc"],
    ["a spelling that is read otherwise", "HTTP://127.0.0.1:4/abc"],
    ["no address", "abc"],
  ])("is refused with an endpoint of %s", async (_, endpoint) => {
    expect((await tell(owner, { ...device, endpoint })).status).toBe(400);
  });

  test("is refused with an endpoint that is too long to be sealed", async () => {
    const endpoint = `${service.url}/?${"\\".repeat(1400)}`;
    expect((await tell(owner, { ...device, endpoint })).status).toBe(400);
  });

  test("is refused with keys of another length, or a key that is no point, which harms nobody else", async () => {
    const { keys } = device;
    for (const auth of ["abc", `${keys.auth}!!`, `${keys.auth}==`])
      expect((await tell(owner, { ...device, keys: { ...keys, auth } })).status).toBe(400);
    for (const p256dh of [Buffer.alloc(65, 4).toString("base64url"), `${keys.p256dh.slice(0, -2)}AA`])
      expect((await tell(owner, { ...device, keys: { ...keys, p256dh } })).status).toBe(400);
    expect((await addGift()).shareCode).toBe(code);
    expect((await tell()).status).toBe(201);
  });

  test("that nothing can be encrypted for is given up, and harms no other", async () => {
    await tell();
    const id = KEY.hash("device", device.endpoint);
    const sealed = KEY.seal(id, { ...device, keys: { ...device.keys, auth: "!" }, language: "en" });
    await replicas.database.update(pushDevices).set({ sealed }).where(eq(pushDevices.id, id));
    await addGift();
    const [other, its] = [await replicas.one.signedInOwner(), service.device()];
    await tell(other, its);
    await replicas.one.addGift((await replicas.one.createTree(other)).shareCode);
    for (let minutes = 0; minutes < 540; minutes += 5) await notify(later(MORNING, minutes));
    expect(service.arrived.map(({ path }) => service.url + path)).toEqual([its.endpoint]);
    expect(await replicas.database.$count(mailJobs, eq(mailJobs.kind, "push_gifts"))).toBe(0);
  });

  test("whose gifts cannot be read is given up the same day: then the digest tells of them", async () => {
    await tell();
    await owner.post("/owner/hiding", { kind: "sender", text: "Mallory" });
    await replicas.database.insert(messageKeys).values({ id: "lost", fingerprint: "x" }).onConflictDoNothing();
    const listed = await replicas.database.select().from(hidingLists);
    await replicas.database.update(hidingLists).set({ keyId: "lost" });
    await owner.patch("/owner/account", { nightNotifications: true });
    await addGift();
    for (let minutes = 10; minutes < 9 * 60; minutes += 10) await notify(later(NINE, minutes));
    expect(await replicas.database.$count(mailJobs, eq(mailJobs.kind, "push_gifts"))).toBe(0);
    await replicas.database.update(hidingLists).set({ keyId: listed[0]?.keyId ?? "" });
    replicas.setTime(SIX);
    await deliverMails();
    expect([told(), mails.arrived.length]).toEqual([[], 1]);
  });

  test("whose tree cannot be read ends no run: the others hear", async () => {
    await tell();
    await addGift();
    service.answer(device, 503);
    await notify(GATHERED);
    service.answer(device, 201);
    await replicas.database.execute(sql`
      update mail_jobs set attempts = 0, digest = jsonb_set(digest, '{0,after}', '"none"') where kind = 'push_gifts'`);
    const [other, its] = [await replicas.one.signedInOwner(), service.device()];
    await tell(other, its);
    await replicas.one.addGift((await replicas.one.createTree(other)).shareCode);
    await notify(NEXT_GATHERED);
    expect(service.arrived.map(({ path }) => service.url + path)).toEqual([its.endpoint]);
  });

  test("hears nothing of a tree that nobody owns, and of a claimed one from then on", async () => {
    await tell();
    await replicas.database
      .update(trees)
      .set({ ownerId: null, organizerId: (await idOf(owner.email)) ?? null, organizerName: "Bob", claimHash: "x" })
      .where(eq(trees.shareCode, code));
    await addGift();
    const [tree] = await replicas.database.select().from(trees).where(eq(trees.shareCode, code));
    expect([tree?.pushAfter, tree?.pushDueAt]).toEqual([null, null]);
    await notify(OPENING_MORNING);
    expect(service.arrived).toEqual([]);
  });
});

const idOf = async (email: string) => {
  const [found] = await replicas.database.select({ id: owners.id }).from(owners).where(eq(owners.email, email));
  return found?.id;
};

describe("the device of a gift's sender", () => {
  let gift: GiftLeft;
  beforeEach(async () => {
    gift = (await replicas.one.post<GiftLeft>("/site/gifts", aGift(code))).data;
  });
  const pathOf = (key = gift.takeBackKey ?? "") =>
    `/site/gifts/${code}/${gift.id}/devices?key=${encodeURIComponent(key)}`;
  const ask = (to: Device = device, key?: string) => replicas.one.post(pathOf(key), to);
  const reply = (line?: string) =>
    owner.put(`/owner/trees/${code}/messages/${gift.id}/reply`, line === undefined ? {} : { line });

  test("hears that the tree opened, at eight, and once that something came back", async () => {
    const spanish = service.device("es");
    expect((await ask(spanish)).status).toBe(201);
    expect((await ask(spanish)).status).toBe(201);
    await notify(OPENS);
    expect(service.arrived).toEqual([]);
    await notify(OPENING_MORNING);
    await reply();
    await reply("Gracias");
    await notify(later(OPENING_MORNING, 1));
    await reply("Y otra vez");
    await notify(later(OPENING_MORNING, 60));
    const shown = service.arrived.map(({ text }) => JSON.parse(text));
    expect(shown.map(({ title, path }) => [title, path])).toEqual([
      ["Se abrió un árbol en el que dejaste un regalo", `/es/send-message?tree=${code}`],
      ["Tu regalo recibió un corazón", `/es/take-back?tree=${code}`],
    ]);
    expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${gift.id}|Gracias|Mina`));
  });

  test("hears that a surprise tree opened also if it is claimed before anybody was told", async () => {
    const { data: surprise } = await owner.post<OwnersTree>("/owner/organizing", {
      ...{ name: "For Ada", ownerName: "Ada", organizerName: "Bob", type: "christmas" },
      ...{ openingDay: "2026-12-25", timeZone: "Asia/Seoul" },
    });
    code = surprise.shareCode;
    gift = (await replicas.one.post<GiftLeft>("/site/gifts", aGift(code))).data;
    expect((await ask()).status).toBe(201);
    const { data: link } = await owner.post<{ token: string }>(`/owner/organizing/${code}/link`, {
      password: PASSWORD,
    });
    const ada = await replicas.one.signedInOwner();
    await replicas.one.confirmAddress(ada.email);
    replicas.setTime(OPENS);
    expect((await ada.post("/owner/claims", { shareCode: code, token: link.token })).status).toBe(200);
    await notify(OPENING_MORNING);
    expect(told()).toEqual(["A tree you left a gift on is open"]);
    await clean("2027-01-23T15:00:00Z");
    expect(await countSenders()).toBe(0);
  });

  test("is not joined by its push service to others of the same tree; its own gifts on it are one notification", async () => {
    const { data } = await replicas.one.post<GiftLeft>("/site/gifts", aGift(code));
    await ask();
    const path = `/site/gifts/${code}/${data.id}/devices?key=${encodeURIComponent(data.takeBackKey ?? "")}`;
    for (const each of [device, service.device()]) await replicas.one.post(path, each);
    await notify(OPENS);
    await notify(OPENING_MORNING);
    const topics = service.arrived.map((each) => `${each.path} ${each.headers.get("topic")}`);
    expect(topics).toHaveLength(3);
    expect(new Set(topics).size).toBe(2);
    expect(new Set(service.arrived.map(({ headers }) => headers.get("topic"))).size).toBe(2);
  });

  test("hears nothing of a heart that was taken back before, and of the next one", async () => {
    await ask();
    replicas.setTime(OPENING_MORNING);
    await reply();
    await owner.delete(`/owner/trees/${code}/messages/${gift.id}/reply`);
    await notify(OPENING_MORNING);
    expect(told()).toEqual(["A tree you left a gift on is open"]);
    await reply();
    await notify(later(OPENING_MORNING, 1));
    expect(told()).toHaveLength(2);
  });

  test("needs the gift's key, and there are three of a gift", async () => {
    expect((await ask(device, "abc.1234567890123456789012")).status).toBe(404);
    for (const status of [201, 201, 201, 404]) expect((await ask(service.device())).status).toBe(status);
  });

  test("is one of three also if many ask at once", async () => {
    const path = `/site/gifts/${code}/${gift.id}/devices?key=${encodeURIComponent(gift.takeBackKey ?? "")}`;
    const asking = Array.from({ length: 24 }, (_, at) => {
      const { post } = at % 2 === 0 ? replicas.one : replicas.other;
      return post(path, service.device());
    });
    const statuses = (await Promise.all(asking)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    expect(await countSenders()).toBe(3);
  });

  test("is refused for a gift that is being deleted, which goes on", async () => {
    const asking = await replicas.database.transaction(async (within) => {
      await within.select().from(trees).where(eq(trees.shareCode, code)).for("update");
      const asked = ask();
      await untilWaiting(replicas.database, 1);
      await deleteGifts(within, code, 1, [gift.id], () => "");
      return { asked };
    });
    expect((await asking.asked).status).toBe(404);
    expect(await countSenders()).toBe(0);
  });

  test("is forgotten in time also if it comes while its tree's opening is told", async () => {
    await replicas.database.update(trees).set({ isOpeningTold: false }).where(eq(trees.shareCode, code));
    const { promise: told, resolve: commit } = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const telling = replicas.database.transaction(async (within) => {
      await within.update(trees).set({ isOpeningTold: true }).where(eq(trees.shareCode, code));
      held.resolve();
      await told;
    });
    await held.promise;
    const asking = ask();
    await untilWaiting(replicas.database, 1);
    commit();
    await telling;
    expect((await asking).status).toBe(201);
    const [its] = await replicas.database.select().from(pushDevices).where(eq(pushDevices.shareCode, code));
    expect(its?.expiresAt).not.toBeNull();
  });

  test("is refused on a tree that has ten thousand, all of which hear of the opening", async () => {
    const sealed = Buffer.from([1, ...new Uint8Array(28 + 64 * 5)]);
    await replicas.database.execute(sql`
      insert into push_devices (id, sealed, share_code, gift_hash)
      select ${code} || at, ${sealed}::bytea, ${code}, 'gift ' || at from generate_series(1, 10000) at`);
    expect((await ask()).status).toBe(404);
    await replicas.database.delete(pushDevices).where(eq(pushDevices.id, `${code}1`));
    expect((await ask()).status).toBe(201);
    replicas.setTime(OPENS);
    await deliverMails();
    expect(await replicas.database.$count(mailJobs, eq(mailJobs.kind, "push_opened"))).toBe(10_000);
  });

  test.each([
    ["the gift is taken back", () => replicas.one.ask(pathOf().replace("/devices", ""), { method: "DELETE" })],
    ["its owner deletes the gift", () => owner.delete(`/owner/trees/${code}/messages/${gift.id}`)],
    ["its sender wants no more", () => replicas.one.ask(pathOf(), { method: "DELETE" })],
    ["the tree is deleted", () => owner.delete(`/owner/trees/${code}`)],
    ["its push service ended it", async () => service.answer(device, 410)],
  ])("is gone once %s", async (_, act) => {
    const before = await countDevices();
    await ask();
    expect(await countDevices()).toBe(before + 1);
    await act();
    await notify(OPENING_MORNING);
    expect(service.arrived).toEqual([]);
    expect(await countDevices()).toBe(before);
  });

  test("of many that are taken back while the tree opens, none is told afterwards, and the others once", async () => {
    const all = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { data } = await replicas.one.post<GiftLeft>("/site/gifts", aGift(code));
        const path = `/site/gifts/${code}/${data.id}`;
        const key = `?key=${encodeURIComponent(data.takeBackKey ?? "")}`;
        const its = service.device();
        await replicas.one.post(`${path}/devices${key}`, its);
        return { its, takeBack: () => replicas.other.ask(path + key, { method: "DELETE" }) };
      }),
    );
    replicas.setTime("2026-12-24T14:59:59Z");
    const half = all.slice(0, 6);
    await Promise.all([notify(), ...half.map(({ takeBack }) => takeBack())]);
    replicas.setTime(OPENING_MORNING);
    await Promise.all([notify(), notify(), notify()]);
    const paths = service.arrived.map(({ path }) => service.url + path);
    expect(paths.toSorted()).toEqual(
      all
        .slice(6)
        .map(({ its }) => its.endpoint)
        .toSorted(),
    );
  });

  test("is forgotten 30 days after the opening", async () => {
    await ask();
    await notify(OPENING_MORNING);
    await clean("2027-01-23T14:59:59Z");
    expect(await countSenders()).toBe(1);
    await clean("2027-01-23T15:00:00Z");
    expect(await countSenders()).toBe(0);
  });

  test("that asks after the opening is forgotten 30 days later, also if it asks again meanwhile", async () => {
    await notify(OPENING_MORNING);
    replicas.setTime("2027-01-10T12:00:00Z");
    expect((await ask()).status).toBe(201);
    replicas.setTime("2027-01-20T12:00:00Z");
    expect((await ask()).status).toBe(201);
    await clean("2027-02-09T11:59:59Z");
    expect(await countSenders()).toBe(1);
    await clean("2027-02-09T12:00:00Z");
    expect(await countSenders()).toBe(0);
  });

  test("cannot be joined to its gift, nor to an account, by who has the whole database", async () => {
    // One browser, signed in, leaves a gift.
    await tell();
    await ask();
    await notify(OPENS);
    const { endpoint, keys } = device;
    const stored = await everythingIn(replicas.database);
    for (const secret of [endpoint, new URL(endpoint).pathname, keys.auth, keys.p256dh])
      expect(stored).not.toContain(secret);
    const rows = await replicas.database.select().from(pushDevices).where(eq(pushDevices.shareCode, code));
    const jobs = await replicas.database.select().from(mailJobs);
    expect(JSON.stringify([rows, jobs])).not.toContain(gift.id);
    expect(rows).toHaveLength(1);
  });
});

test("too many devices from one address are refused", async () => {
  const quota = 3;
  const { devicesPerAddress } = RATE_POLICIES;
  const limited = await testApp({
    ratePolicies: { ...RATE_POLICIES, devicesPerAddress: { ...devicesPerAddress, quota } },
    push: settings(),
  });
  const by = await limited.signedInOwner();
  for (const status of [201, 201, 201, 429])
    expect((await by.post("/owner/sessions/device", service.device())).status).toBe(status);
  await limited.close();
});

test("without a key there are no notifications, and nothing is offered", async () => {
  const without = await testApp();
  expect((await without.get("/site/push")).data).toEqual({ key: null });
  const by = await without.signedInOwner();
  expect((await by.post("/owner/sessions/device", device)).status).toBe(400);
  await without.close();
});
