import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import type { OwnersGift, OwnersPage } from "#contract/messages";
import { type MailServer, mailServer } from "../../../test-support/mail-server.ts";
import type { TestOwner } from "../../app.test-utils.ts";
import { mailJobs, owners, trees } from "../../platform/db/schema.ts";
import { testReplicas } from "../../platform/rate-limits/rate-limits.test-utils.ts";
import { officeOn, tokenIn } from "./mail.test-utils.ts";

// 21:00 in Seoul, where the trees are.
const TONIGHT = "2026-11-30T12:00:00Z";
const BEFORE_SIX = "2026-12-01T08:59:59Z";
const SIX = "2026-12-01T09:00:00Z";
const NEXT_DAY_SIX = "2026-12-02T09:00:00Z";

let replicas: Awaited<ReturnType<typeof testReplicas>>;
let server: MailServer;
let owner: TestOwner;
let code: string;

beforeAll(async () => {
  replicas = await testReplicas({ ratePolicies: null });
  server = await mailServer();
});
beforeEach(async () => {
  replicas.setTime(TONIGHT);
  owner = await replicas.one.signedInOwner();
  await change({ emailVerified: true });
  code = (await replicas.one.createTree(owner, { name: "Ada" })).shareCode;
  await deliver();
  server.arrived.length = 0;
});
afterAll(async () => {
  await server.close();
  await replicas.close();
});

const offices = () => [replicas.one, replicas.other].map((each) => officeOn(replicas.database, each, server.url));
/** Runs delivery several times on both replicas, concurrently. */
const deliver = () => Promise.all([...offices(), ...offices(), ...offices()].map((each) => each.deliver()));
const deliverAt = (time: string) => {
  replicas.setTime(time);
  return deliver();
};
const change = (input: Partial<typeof owners.$inferInsert>) =>
  replicas.database.update(owners).set(input).where(eq(owners.email, owner.email));
const subjects = () => server.arrived.filter(({ to }) => to === owner.email).map(({ subject }) => subject);
const mail = () => server.lastTo(owner.email);
/** Leaves a gift whose sender shows their name, or without a name hides it. */
const addGift = (senderName?: string, on = code) =>
  replicas.one.addGift(on, {
    senderName: senderName ?? "Quentin who hides",
    showSenderName: senderName !== undefined,
    message: "A text for nobody's mailbox",
  });
/** Visits the tree's page, where the owner sees all gifts. */
async function visit() {
  const { page } = await owner.get<OwnersGift[]>(`/owner/trees/${code}/messages`);
  await owner.post(`/owner/trees/${code}/seen`, { cursor: (page as OwnersPage).here });
}

describe("the digest", () => {
  test("comes at 18:00 in the tree's time zone, and says how many gifts came and from whom", async () => {
    for (const name of ["Mina", undefined, "Jun", "Mina", undefined]) await addGift(name);
    await deliverAt(BEFORE_SIX);
    expect(server.arrived).toEqual([]);
    await deliverAt(SIX);
    expect(subjects()).toEqual(["You have 5 new gifts on “Ada”"]);
    const { text, html, raw } = mail();
    for (const part of [text, html]) expect(part).toContain("“Ada” has 5 new gifts from Mina, Jun, and 2 friends.");
    expect(text).toContain(`See my gifts\nhttps://tree.example/en/my-trees/${code}\n`);
    for (const secret of ["A text for", "Quentin"]) expect(raw + text + html).not.toContain(secret);
    await deliverAt(NEXT_DAY_SIX);
    expect(server.arrived).toHaveLength(1);
  });

  test("is written in Korean, too", async () => {
    await owner.patch("/owner/account", { language: "ko" });
    for (const name of ["미나", "준", undefined]) await addGift(name);
    await deliverAt(SIX);
    expect(subjects()).toEqual(["“Ada” 트리에 새 선물 3개가 달렸어요"]);
    expect(mail().text).toContain("“Ada” 트리에 새 선물 3개가 달렸어요. 보낸 사람: 미나, 준, 친구 1명");
    expect(mail().text).toContain(`https://tree.example/ko/my-trees/${code}`);
  });

  test.each([
    [["Mina"], "has a new gift from Mina."],
    [[undefined], "has a new gift from a friend."],
    [["Mina", "Jun", "Bo", "Kim", undefined], "has 5 new gifts from Mina, Jun, Bo, and 2 friends."],
    [["<b>Bo</b> & 'Jo'"], "has a new gift from <b>Bo</b> & 'Jo'."],
    [["שלום!", undefined], "has 2 new gifts from \u2068שלום!\u2069 and a friend."],
    [["t.co/AbC12", "Mina"], "has 2 new gifts from t. co/AbC12 and Mina."],
    [["https://x.y", "a@b.c", "ab．ｃｄ"], "has 3 new gifts from https: //x. y, a@b. c, and ab． ｃｄ."],
    [["Dr. Who", "J.R."], "has 2 new gifts from Dr. Who and J. R."],
  ])("names the senders %j", async (names, words) => {
    for (const name of names) await addGift(name);
    await deliverAt(SIX);
    expect(mail().text).toContain(words);
    expect(mail().html).not.toContain("<b>");
  });

  test("is one mail for all trees of an owner, and links to the list of them", async () => {
    const { shareCode } = await replicas.one.createTree(owner, { name: "Bea", timeZone: "Asia/Tokyo" });
    await addGift("Mina");
    await addGift("Jun", shareCode);
    await addGift("Bo", shareCode);
    await deliverAt(SIX);
    expect(subjects()).toEqual(["You have 3 new gifts on your trees"]);
    expect(mail().text).toContain("“Ada” has a new gift from Mina.");
    expect(mail().text).toContain("“Bea” has 2 new gifts from Jun and Bo.");
    expect(mail().text).toContain("https://tree.example/en/my-trees\n");
  });

  test("comes at most once a day, and the next one tells only of later gifts", async () => {
    await addGift("Mina");
    await deliverAt(SIX);
    await addGift("Jun");
    for (const time of ["2026-12-01T09:00:01Z", "2026-12-01T23:00:00Z", "2026-12-02T08:59:00Z"]) await deliverAt(time);
    expect(subjects()).toHaveLength(1);
    await deliverAt(NEXT_DAY_SIX);
    expect(subjects()).toHaveLength(2);
    expect(mail().text).toContain("has a new gift from Jun.");
  });

  test("comes once a day in the owner's day, also if trees are in different time zones", async () => {
    const { shareCode } = await replicas.one.createTree(owner, { name: "Bea", timeZone: "Europe/London" });
    await addGift("Mina");
    await deliverAt(SIX);
    await addGift("Jun", shareCode);
    // 18:00 in London on the same day.
    await deliverAt("2026-12-01T18:00:00Z");
    expect(subjects()).toHaveLength(1);
    await deliverAt("2026-12-02T18:00:00Z");
    expect(subjects()).toHaveLength(2);
    expect(mail().text).toContain("“Bea” has a new gift from Jun.");
  });

  test("comes late after an outage, and on time the day after", async () => {
    await addGift("Mina");
    await deliverAt("2026-12-01T14:00:00Z");
    await addGift("Jun");
    await deliverAt(NEXT_DAY_SIX);
    expect(subjects()).toHaveLength(2);
  });

  test.each([
    ["has seen", visit],
    [
      "has deleted",
      async () => void (await owner.post(`/owner/trees/${code}/messages/delete`, { ids: await idsOf() })),
    ],
    ["lost to a moderator", () => replicas.database.execute(sql`update gifts set taken_down_for = 'spam'`)],
    ["does not want to hear of", () => owner.patch("/owner/account", { giftMails: false })],
    ["cannot be told of, without a confirmed address", () => change({ emailVerified: false })],
    ["had on a tree that is deleted", () => owner.delete(`/owner/trees/${code}`)],
    ["had in an account that is deleted", () => owner.delete("/owner/account", { password: "correct horse battery" })],
  ])("says nothing of gifts that the owner %s", async (_what, happen) => {
    await addGift("Mina");
    await happen();
    await deliverAt(SIX);
    expect(subjects()).toEqual([]);
    // Nor later.
    await change({ emailVerified: true, giftMails: true });
    await deliverAt(NEXT_DAY_SIX);
    expect(subjects()).toEqual([]);
    expect(await replicas.database.$count(mailJobs)).toBe(0);
  });
  const idsOf = async () => (await owner.get<OwnersGift[]>(`/owner/trees/${code}/messages`)).data.map(({ id }) => id);

  test("leaves out gifts that are seen while it waits to be sent, and is not sent without any", async () => {
    await addGift("Mina");
    replicas.setTime(SIX);
    await officeOn(replicas.database, replicas.one, "smtp://127.0.0.1:1").deliver();
    expect(await replicas.database.$count(mailJobs)).toBe(1);
    await visit();
    await deliverAt("2026-12-01T09:10:00Z");
    expect(subjects()).toEqual([]);
    expect(await replicas.database.$count(mailJobs)).toBe(0);
  });

  test("neither counts nor names gifts that its owner or their list hides, however many came", async () => {
    const { id } = await addGift("Mallory");
    await Promise.all(Array.from({ length: 70 }, () => addGift("Trudy")));
    await addGift();
    for (const name of ["Mina", "Eve"]) await addGift(name);
    await owner.patch(`/owner/trees/${code}/messages/${id}`, { isHidden: true });
    await owner.post("/owner/hiding", { kind: "sender", text: "Trudy" });
    await owner.post("/owner/hiding", { kind: "words", text: "Quentin" });
    await deliverAt(SIX);
    expect(mail().text).toContain("“Ada” has 2 new gifts from Mina and Eve.");
    for (const name of ["Eve", "Mallory"]) {
      await owner.post("/owner/hiding", { kind: "sender", text: name });
      await addGift(name);
    }
    await deliverAt(NEXT_DAY_SIX);
    expect(subjects()).toHaveLength(1);
  });

  test("says nothing of the gifts that a tree had before digests", async () => {
    await addGift("Mina");
    await replicas.database.execute(sql`update trees set news_after = null, news_due_at = null, seen_position = null`);
    await addGift("Jun");
    await deliverAt(SIX);
    expect(mail().text).toContain("has a new gift from Jun.");
  });

  test("counts each of many gifts that come at once", async () => {
    await Promise.all(Array.from({ length: 40 }, () => addGift()));
    await deliverAt(SIX);
    expect(mail().text).toContain("has 40 new gifts from 40 friends.");
  });

  test("is sent once to each of hundreds of owners", async () => {
    await replicas.database.execute(sql`
      with many as (
        insert into owners (name, email, email_verified)
        select '', 'many-' || n || '@example.org', true from generate_series(1, 250) as n returning id, email
      ), planted as (
        insert into trees (share_code, owner_id, name, type, opening_day, time_zone, opens_at, gift_count, hung_count,
          news_after, news_due_at)
        select lpad(split_part(split_part(email, '-', 2), '@', 1), 8, '0'), many.id, 'A tree', 'christmas', '2026-12-25',
          'Asia/Seoul', '2026-12-24T15:00:00Z', 1, 1, 0, ${SIX}::timestamptz
        from many returning share_code
      )
      insert into gifts (share_code, position, id, gift_asset_id, hung_on)
      select share_code, 1, gen_random_uuid(), 'card', '2026-11-30' from planted`);
    await deliverAt(SIX);
    const to = server.arrived.map((each) => each.to).filter((each) => each.startsWith("many-"));
    expect([to.length, new Set(to).size]).toEqual([250, 250]);
    await replicas.database.execute(sql`delete from owners where email like 'many-%'`);
  });
});

describe("the reminder", () => {
  /** 18:00 in Seoul, three days before Christmas. */
  const DUE = "2026-12-22T09:00:00Z";

  test("comes once, in the evening three days before the opening day", async () => {
    await addGift();
    await visit();
    await deliverAt("2026-12-22T08:59:59Z");
    expect(subjects()).toEqual([]);
    await deliverAt(DUE);
    expect(subjects()).toEqual(["“Ada” opens in three days"]);
    expect(mail().text).toContain("“Ada” has one gift so far.");
    expect(mail().text).toContain(`https://tree.example/en/my-trees/${code}\n`);
    await deliverAt("2026-12-23T09:00:00Z");
    expect(subjects()).toHaveLength(1);
  });

  test("is written in Korean, and says the days that are left after an outage", async () => {
    await owner.patch("/owner/account", { language: "ko" });
    await deliverAt("2026-12-24T02:00:00Z");
    expect(subjects()).toEqual(["내일 “Ada” 트리가 열려요"]);
    expect(mail().text).toContain("“Ada” 트리에 아직 선물이 없어요.");
  });

  test.each([
    ["is paused", () => owner.patch(`/owner/trees/${code}`, { isPaused: true })],
    ["takes gifts no more", () => owner.patch(`/owner/trees/${code}`, { takesGiftsUntil: "2026-12-02" })],
    ["opens sooner than in three days", () => owner.patch(`/owner/trees/${code}`, { openingDay: "2026-12-02" })],
    ["has an owner who does not want it", () => owner.patch("/owner/account", { giftMails: false })],
    ["has an owner without a confirmed address", () => change({ emailVerified: false })],
    ["is deleted", () => owner.delete(`/owner/trees/${code}`)],
  ])("does not come for a tree that %s", async (_what, happen) => {
    await happen();
    for (const time of ["2026-11-30T12:01:00Z", "2026-12-01T09:00:00Z", DUE]) await deliverAt(time);
    expect(subjects().filter((each) => !each.includes("opens today") && !each.includes("is open"))).toEqual([]);
  });

  test("does not come for a tree that was created with less than three days to go", async () => {
    replicas.setTime("2026-12-21T15:00:01Z");
    await owner.delete(`/owner/trees/${code}`);
    await replicas.one.createTree(owner, { name: "Late" });
    await deliverAt(DUE);
    expect(subjects()).toEqual([]);
  });

  const moveTo = (openingDay: string) => owner.patch(`/owner/trees/${code}`, { openingDay });

  test("comes for the new day after the day was moved, and not twice for one day", async () => {
    await deliverAt(DUE);
    await moveTo("2026-12-31");
    await deliverAt("2026-12-22T09:01:00Z");
    await moveTo("2026-12-25");
    await deliverAt("2026-12-22T09:02:00Z");
    expect(subjects()).toEqual(["“Ada” opens in three days"]);
    await moveTo("2026-12-31");
    await deliverAt("2026-12-28T09:00:00Z");
    await deliverAt("2026-12-29T09:00:00Z");
    expect(subjects()).toEqual(["“Ada” opens in three days", "“Ada” opens in three days"]);
  });

  test("comes for a tree that was moved away from tomorrow", async () => {
    await moveTo("2026-12-01");
    await moveTo("2026-12-25");
    await deliverAt("2026-12-22T08:59:59Z");
    expect(subjects()).toEqual([]);
    await deliverAt(DUE);
    expect(subjects()).toEqual(["“Ada” opens in three days"]);
  });

  test("is not sent about the day before, if the tree was moved while it waited", async () => {
    replicas.setTime(DUE);
    await officeOn(replicas.database, replicas.one, "smtp://127.0.0.1:1").deliver();
    await moveTo("2026-12-31");
    await deliverAt("2026-12-22T10:00:00Z");
    expect(subjects()).toEqual([]);
    await deliverAt("2026-12-28T09:00:00Z");
    expect(subjects()).toEqual(["“Ada” opens in three days"]);
  });

  test("is not sent after the tree has opened", async () => {
    replicas.setTime(DUE);
    await officeOn(replicas.database, replicas.one, "smtp://127.0.0.1:1").deliver();
    await deliverAt("2026-12-24T15:00:00Z");
    expect(subjects()).toEqual(["“Ada” opens today"]);
  });
});

describe("one-press unsubscription", () => {
  beforeEach(async () => {
    await addGift("Mina");
    await deliverAt(SIX);
  });
  const unsubscribe = (token: string) => replicas.one.post("/auth/unsubscribe", { token });

  test("is offered in the headers and the footer of mails about gifts, and of no others", async () => {
    const url = `https://tree.example/en/unsubscribe?token=${tokenIn(mail())}`;
    expect(mail().text).toContain(url);
    const head = mail()
      .raw.split("\n\n")[0]
      ?.replace(/\n[ \t]+/g, " ");
    expect(head).toMatch(new RegExp(`^List-Unsubscribe: <${url.replace("?", "\\?")}>$`, "m"));
    expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    expect(url).not.toContain(owner.email.split("@")[0] ?? "");
    await deliverAt("2026-12-24T15:00:00Z");
    expect(mail().subject).toBe("“Ada” opens today");
    expect(mail().raw).not.toMatch(/unsubscribe/i);
  });

  test("switches digest and reminder off, as often as it is pressed, until the owner switches them on", async () => {
    const token = tokenIn(mail());
    for (const _ of [1, 2]) expect((await unsubscribe(token)).status).toBe(200);
    const { data } = await owner.get<{ giftMails: boolean; openingMails: boolean }>("/owner/account");
    expect([data.giftMails, data.openingMails]).toEqual([false, true]);
    await addGift("Jun");
    for (const time of [NEXT_DAY_SIX, "2026-12-22T09:00:00Z"]) await deliverAt(time);
    expect(subjects()).toHaveLength(1);
    await owner.patch("/owner/account", { giftMails: true });
    await addGift("Bo");
    await deliverAt("2026-12-23T09:00:00Z");
    expect(mail().text).toContain("has a new gift from Bo.");
  });

  test("refuses a link that was not made here, for another account or cut short", async () => {
    const token = tokenIn(mail());
    const [account] = await replicas.database.select().from(trees).where(eq(trees.shareCode, code));
    const other = Buffer.concat([Buffer.alloc(16, 1), Buffer.from(token, "base64url").subarray(16)]);
    for (const bad of ["", "none", token.slice(0, -2), `${token}AA`, other.toString("base64url"), account?.ownerId]) {
      const answer = await unsubscribe(bad ?? "");
      expect([answer.status, answer.error.code]).toEqual([400, "link_expired"]);
    }
    expect((await owner.get<{ giftMails: boolean }>("/owner/account")).data.giftMails).toBe(true);
  });
});

test("finds what is due by index", async () => {
  await replicas.database.transaction(async (transaction) => {
    await transaction.execute(sql`set local enable_seqscan = off`);
    const plans = [
      sql`select owner_id from trees where news_due_at <= now() order by news_due_at limit 100`,
      sql`select share_code from trees where opens_at > now() and opens_at <= now() and not is_reminder_told
        order by opens_at limit 100`,
    ].map(async (query) => {
      const plan = await transaction.execute<{ "QUERY PLAN": string }>(sql`explain ${query}`);
      return plan.map((line) => line["QUERY PLAN"]).join("\n");
    });
    const [news, reminders] = await Promise.all(plans);
    expect(news).toContain("trees_news_due_at");
    expect(reminders).toContain("trees_reminder_to_tell");
  });
});
