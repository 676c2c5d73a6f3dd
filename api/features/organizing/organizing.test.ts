import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import type { GiftsDeleted, OwnersGift } from "#contract/messages";
import type { OwnersTree, Tree } from "#contract/trees";
import { mailServer } from "../../../test-support/mail-server.ts";
import { type Answer, cookiesOf, PASSWORD, type TestApp, type TestOwner, testApp } from "../../app.test-utils.ts";
import { untilWaiting } from "../../platform/db/db.test-utils.ts";
import { mailJobs, moderators, ownerLinks, owners, trees } from "../../platform/db/schema.ts";
import { cursorBelow } from "../../platform/paging.ts";
import { hashOfToken } from "../../platform/secrets.ts";
import { officeOn } from "../mails/mail.test-utils.ts";
import { mailStore } from "../mails/mails.store.ts";

setDefaultTimeout(30_000);

const TEXT = "Nobody but the owner may read this";
const SURPRISE = {
  name: "For Ada",
  ownerName: "Ada",
  organizerName: "Bob",
  type: "birthday",
  openingDay: "2026-12-25",
  timeZone: "Asia/Seoul",
};

let service: TestApp;
let organizer: TestOwner;
let ada: TestOwner;
let eve: TestOwner;
beforeAll(async () => {
  service = await testApp();
});
beforeEach(async () => {
  service.setTime("2026-11-30T12:00:00Z");
  await service.database.delete(trees);
  [organizer, ada, eve] = [await person(), await person(), await person()];
});
afterAll(() => service.close());

async function person(): Promise<TestOwner> {
  const one = await service.signedInOwner();
  await service.confirmAddress(one.email);
  return one;
}
const prepare = async (input: object = {}) =>
  (await organizer.post<OwnersTree>("/owner/organizing", { ...SURPRISE, ...input })).data.shareCode;
const link = (code: string, by = organizer, password = PASSWORD) =>
  by.post<{ token: string }>(`/owner/organizing/${code}/link`, { password });
/** A surprise tree with a gift, and a link to claim it. */
async function prepared() {
  const code = await prepare();
  const { id } = await service.addGift(code, { message: TEXT });
  const { token } = (await link(code)).data;
  return { code, id, token };
}
const claim = (by: TestOwner, shareCode: string, token: string) =>
  by.post<OwnersTree>("/owner/claims", { shareCode, token });
const look = (shareCode: string, token: string) => service.post("/site/claims", { shareCode, token });
const refusal = ({ status, error }: Answer<unknown>) => `${status} ${error?.code}`;
const row = async (code: string) => (await service.database.select().from(trees).where(eq(trees.shareCode, code)))[0];
const idOf = async ({ email }: TestOwner) =>
  (await service.database.select({ id: owners.id }).from(owners).where(eq(owners.email, email)))[0]?.id ?? "";

/** Who reads the tree's text once it is open, by any route that holds texts. */
async function readersOf(code: string, people: Record<string, TestOwner>): Promise<string[]> {
  service.setTime("2026-12-25T12:00:00Z");
  const readers: string[] = [];
  for (const [name, { email }] of Object.entries(people)) {
    const { headers } = await service.post("/auth/sign-in/email", { email, password: PASSWORD });
    const ask = (path: string) => service.ask(path, { headers: { cookie: cookiesOf(headers) } });
    const paths = ["messages", "opening", "export"].map((each) => `/owner/trees/${code}/${each}`);
    const answers = await Promise.all([...paths, "/owner/export", `/owner/organizing/${code}`].map(ask));
    if (answers.some(({ text }) => text.includes(TEXT))) readers.push(name);
  }
  return readers;
}
const all = () => ({ organizer, ada, eve });

test("a tree is prepared for somebody: visitors hear by whom, and only its organizer lists it", async () => {
  const code = await prepare();
  const { data } = await service.get<Tree>(`/v1/trees/${code}`);
  expect(data).toMatchObject({ name: "For Ada", ownerName: "Ada", organizerName: "Bob" });
  const own = await organizer.get<OwnersTree[]>("/owner/organizing?limit=1");
  expect(own.data).toMatchObject([{ shareCode: code, hasClaimLink: false, takenDownFor: null }]);
  expect((await organizer.get("/owner/trees")).data).toEqual([]);
  expect((await eve.get("/owner/organizing")).data).toEqual([]);
  expect((await service.createTree(ada)).organizerName).toBeNull();
});

test("pages the trees that somebody prepares, newest first", async () => {
  const codes = [await prepare(), await prepare(), await prepare()].toReversed();
  const first = await organizer.get<OwnersTree[]>("/owner/organizing?limit=2");
  const { next } = first.page as { next: string };
  const rest = await organizer.get<OwnersTree[]>(`/owner/organizing?limit=2&cursor=${next}`);
  expect([...first.data, ...rest.data].map(({ shareCode }) => shareCode)).toEqual(codes);
  expect(rest.page).toMatchObject({ next: null });
});

test("checks both names like an owner's, and needs both", async () => {
  for (const field of ["ownerName", "organizerName"]) {
    const refused = await organizer.post("/owner/organizing", { ...SURPRISE, [field]: "Asshole" });
    expect([refusal(refused), refused.error?.details]).toEqual([
      "422 content_rejected",
      [{ field, reason: "offensive_words" }],
    ]);
    const { [field as "ownerName"]: _, ...rest } = SURPRISE;
    expect(refusal(await organizer.post("/owner/organizing", rest))).toBe("400 validation_failed");
    const tooLong = await organizer.post("/owner/organizing", { ...SURPRISE, [field]: "x".repeat(31) });
    expect(refusal(tooLong)).toBe("400 validation_failed");
  }
});

test("repeats of a creation are one tree", async () => {
  const headers = { cookie: organizer.cookie, "content-type": "application/json", "idempotency-key": "one" };
  const ask = () =>
    service.ask<OwnersTree>("/owner/organizing", { method: "POST", headers, body: JSON.stringify(SURPRISE) });
  const [one, other] = [await ask(), await ask()];
  expect(other.data.shareCode).toBe(one.data.shareCode);
});

test("its organizer renames it, moves its day while it is closed, pauses it, deletes gifts and the tree", async () => {
  const { code, id } = await prepared();
  const path = `/owner/organizing/${code}`;
  const changed = await organizer.patch<OwnersTree>(path, {
    name: "Ada!",
    openingDay: "2026-12-26",
    isPaused: true,
  });
  expect(changed.data).toMatchObject({ name: "Ada!", openingDay: "2026-12-26", isPaused: true });
  for (const field of ["ownerName", "organizerName", "namesNeedApproval", "thanks", "look", "takesGiftsUntil"])
    expect(refusal(await organizer.patch(path, { [field]: "x" }))).toBe("400 validation_failed");
  expect(refusal(await organizer.patch(path, { openingDay: "2026-11-29" }))).toBe("400 validation_failed");
  const ids = [id, crypto.randomUUID()];
  const { data } = await organizer.post<GiftsDeleted>(`${path}/gifts/delete`, { ids });
  expect(data).toEqual({ deleted: 1, giftCount: 0 });
  service.setTime("2026-12-26T12:00:00Z");
  const { headers } = await service.post("/auth/sign-in/email", { email: organizer.email, password: PASSWORD });
  organizer.cookie = cookiesOf(headers);
  expect(refusal(await organizer.patch(path, { openingDay: "2026-12-28" }))).toBe("409 tree_already_open");
  expect((await organizer.delete(path)).status).toBe(200);
  expect(await row(code)).toBeUndefined();
});

test("nobody reads a text before the claim, and exactly one account after it", async () => {
  const { code, token } = await prepared();
  expect(await readersOf(code, all())).toEqual([]);
  service.setTime("2026-11-30T12:00:00Z");
  expect((await claim(ada, code, token)).status).toBe(200);
  expect(await readersOf(code, all())).toEqual(["ada"]);
});

/** Each request about a tree that is its owner's alone. */
const ownersRequests = (code: string, id: string) => {
  const own = `/owner/trees/${code}`;
  const gift = `${own}/messages/${id}`;
  const [get, post] = ["GET", "POST"];
  return [
    ...[own, `${own}/messages`, `${own}/opening`, `${own}/export`].map((path) => [get, path] as const),
    ["PATCH", own, { name: "Mine", thanks: "Thank you", namesNeedApproval: true, look: "night" }],
    [post, `${own}/gathering`, {}],
    [post, `${own}/seen`, { cursor: cursorBelow(2) }],
    [post, `${own}/opening`, { ids: [id] }],
    [post, `${own}/messages/names`, { show: [id], hide: [] }],
    [post, `${own}/messages/names`, { show: [], hide: [id] }],
    [post, `${own}/messages/delete`, { ids: [id] }],
    [post, `${gift}/report`, { reason: "spam", includesText: true }],
    ["PATCH", gift, { isHidden: true }],
    ["PUT", `${gift}/reply`, { line: "Thanks" }],
    ["PUT", `${gift}/reply`, {}],
    ["DELETE", `${gift}/reply`],
    ["DELETE", gift],
    ["DELETE", own],
  ] as const;
};
/** What an organizer may ask for. */
const organizersRequests = (code: string, id: string) =>
  [
    ["GET", `/owner/organizing/${code}`],
    ["PATCH", `/owner/organizing/${code}`, { name: "Mine", isPaused: true }],
    ["POST", `/owner/organizing/${code}/gifts/delete`, { ids: [id] }],
    ["POST", `/owner/organizing/${code}/link`, { password: PASSWORD }],
    ["DELETE", `/owner/organizing/${code}`],
  ] as const;
/** What somebody who has just signed in again is answered. */
async function answersTo(
  { email }: TestOwner,
  requests: readonly (readonly [string, string, object?])[],
): Promise<string[]> {
  const { headers } = await service.post("/auth/sign-in/email", { email, password: PASSWORD });
  const sent = { cookie: cookiesOf(headers), "content-type": "application/json" };
  const answers: string[] = [];
  for (const [method, path, body] of requests)
    answers.push(refusal(await service.ask(path, { method, headers: sent, body: body && JSON.stringify(body) })));
  return answers;
}
/** All that is stored of a tree and its gifts. */
const stored = async (code: string) => {
  const { database } = service;
  const of = (table: string) => sql`select * from ${sql.identifier(table)} where share_code = ${code}`;
  const tables = ["trees", "gifts", "messages", "reports", "mail_jobs"];
  return Promise.all(tables.map(async (table) => [...(await database.execute(of(table)))]));
};

test.each(["closed", "open"])(
  "no route of the other role finds a tree that is %s, before or after the claim",
  async (is) => {
    const { code, id, token } = await prepared();
    if (is === "open") service.setTime("2026-12-25T12:00:00Z");
    const found = async (by: TestOwner, requests: readonly (readonly [string, string, object?])[]) =>
      (await answersTo(by, requests)).filter((each) => each !== "404 tree_not_found");
    const before = await stored(code);
    for (const by of [organizer, ada, eve]) expect(await found(by, ownersRequests(code, id))).toEqual([]);
    for (const by of [ada, eve]) expect(await found(by, organizersRequests(code, id))).toEqual([]);
    expect(await stored(code)).toEqual(before);
    const { headers } = await service.post("/auth/sign-in/email", { email: ada.email, password: PASSWORD });
    ada.cookie = cookiesOf(headers);
    expect((await claim(ada, code, token)).status).toBe(200);
    const after = await stored(code);
    for (const by of [organizer, eve]) expect(await found(by, ownersRequests(code, id))).toEqual([]);
    for (const by of [organizer, ada, eve]) expect(await found(by, organizersRequests(code, id))).toEqual([]);
    expect(await stored(code)).toEqual(after);
  },
);

test("an organizer deletes no gift of another tree, not even one of their own", async () => {
  const { code } = await prepared();
  const other = await prepare();
  const own = (await service.createTree(organizer)).shareCode;
  for (const elsewhere of [other, own]) {
    const { id } = await service.addGift(elsewhere, { message: TEXT });
    const { data } = await organizer.post<GiftsDeleted>(`/owner/organizing/${code}/gifts/delete`, { ids: [id] });
    expect(data).toEqual({ deleted: 0, giftCount: 1 });
    expect((await row(elsewhere))?.giftCount).toBe(1);
  }
  const ids = [crypto.randomUUID()];
  expect(refusal(await organizer.post(`/owner/organizing/${own}/gifts/delete`, { ids }))).toBe("404 tree_not_found");
});

test("a tree is made with no field of the other role, and a key of one makes none of the other", async () => {
  const { organizerName, ...plain } = SURPRISE;
  expect(refusal(await organizer.post("/owner/trees", SURPRISE))).toBe("400 validation_failed");
  const fields = { thanks: "x", namesNeedApproval: true, isPaused: true, takesGiftsUntil: "2026-12-01", ownerId: "x" };
  for (const [field, value] of Object.entries({ ...fields, organizerId: "x", claimHash: "x", seenPosition: 9 }))
    expect(refusal(await organizer.post("/owner/organizing", { ...SURPRISE, [field]: value }))).toBe(
      "400 validation_failed",
    );
  const headers = { cookie: organizer.cookie, "content-type": "application/json", "idempotency-key": "both" };
  const make = (path: string, body: object) =>
    service.ask<OwnersTree>(path, { method: "POST", headers, body: JSON.stringify(body) });
  const [one, other] = [await make("/owner/trees", plain), await make("/owner/organizing", SURPRISE)];
  expect([one.data.organizerName, other.data.organizerName]).toEqual([null, organizerName]);
  const { token } = (await link(other.data.shareCode)).data;
  await claim(ada, other.data.shareCode, token);
  expect(refusal(await make("/owner/organizing", SURPRISE))).toBe("404 tree_not_found");
});

test("the claim makes the tree its owner's whole, and nothing of its organizer stays", async () => {
  const { code, id, token } = await prepared();
  expect((await look(code, token)).data).toEqual({ name: "For Ada", ownerName: "Ada", organizerName: "Bob" });
  const { data } = await claim(ada, code, token);
  expect(data).toMatchObject({ shareCode: code, ownerName: "Ada", organizerName: null, newCount: 1 });
  expect(data.deletionDay).toBe("2028-01-25");
  const gifts = await ada.get<OwnersGift[]>(`/owner/trees/${code}/messages`);
  expect(gifts.data).toMatchObject([{ id, senderName: "Ann", message: null }]);
  expect((await service.get<Tree>(`/v1/trees/${code}`)).data.organizerName).toBeNull();
  const stored = await row(code);
  expect(JSON.stringify(stored)).not.toContain("Bob");
  expect(JSON.stringify(stored)).not.toContain(await idOf(organizer));
  expect((await organizer.get("/owner/export")).text).not.toContain(code);
  for (const each of [
    organizer.get(`/owner/organizing/${code}`),
    organizer.patch(`/owner/organizing/${code}`, { isPaused: true }),
    organizer.delete(`/owner/organizing/${code}`),
    organizer.post(`/owner/organizing/${code}/gifts/delete`, { ids: [id] }),
    link(code),
  ])
    expect(refusal(await each)).toBe("404 tree_not_found");
  expect((await organizer.get("/owner/organizing")).data).toEqual([]);
  await service.addGift(code);
  expect((await row(code))?.newsDueAt).not.toBeNull();
});

test("until then nobody hears of gifts or of the opening", async () => {
  const { code } = await prepared();
  expect(await row(code)).toMatchObject({ newsAfter: null, newsDueAt: null });
});

test("a link is good once, and a newer one ends it", async () => {
  const { code, token: old } = await prepared();
  const { token } = (await link(code)).data;
  expect(refusal(await look(code, old))).toBe("400 link_expired");
  expect(refusal(await claim(eve, code, old))).toBe("400 link_expired");
  expect((await claim(ada, code, token)).status).toBe(200);
  for (const by of [eve, ada]) expect(refusal(await claim(by, code, token))).toBe("400 link_expired");
  expect(refusal(await look(code, token))).toBe("400 link_expired");
});

test("a link is good for its own tree alone, and its secret is nowhere in the database", async () => {
  const { code, token } = await prepared();
  const other = await prepare();
  expect(refusal(await claim(ada, other, token))).toBe("400 link_expired");
  expect(refusal(await claim(ada, code, ""))).toBe("400 link_expired");
  expect(JSON.stringify(await row(code))).not.toContain(token);
  expect(service.logLines.join("\n")).not.toContain(token);
  expect((await look(code, token)).headers.get("cache-control")).toBe("no-store, no-transform");
});

test("its organizer cannot claim it: then it would be nobody's surprise", async () => {
  const { code, token } = await prepared();
  expect(refusal(await claim(organizer, code, token))).toBe("403 own_surprise");
  expect((await claim(ada, code, token)).status).toBe(200);
});

test("an account whose address nobody proved neither makes a link nor claims a tree", async () => {
  const { code, token } = await prepared();
  const stranger = await service.signedInOwner();
  expect(refusal(await claim(stranger, code, token))).toBe("409 email_not_proven");
  await service.confirmAddress(stranger.email);
  expect((await claim(stranger, code, token)).status).toBe(200);
  const unproven = await service.signedInOwner();
  const own = (await unproven.post<OwnersTree>("/owner/organizing", SURPRISE)).data.shareCode;
  expect(refusal(await link(own, unproven))).toBe("409 email_not_proven");
});

test("an open session alone makes no link: it takes the password", async () => {
  const code = await prepare();
  expect(refusal(await link(code, organizer, "not the password"))).toBe("400 validation_failed");
  expect((await row(code))?.claimHash).toBeNull();
});

test("a new password ends the link and the session of whoever was in the organizer's account", async () => {
  const { code, token } = await prepared();
  const stolen = organizer.cookie;
  const newPassword = "another long password";
  expect((await organizer.post("/owner/account/password", { password: PASSWORD, newPassword })).status).toBe(200);
  expect(refusal(await claim(eve, code, token))).toBe("400 link_expired");
  const headers = { cookie: stolen, "content-type": "application/json" };
  const body = JSON.stringify({ password: PASSWORD });
  const stale = await service.ask(`/owner/organizing/${code}/link`, { method: "POST", headers, body });
  expect(refusal(stale)).toBe("401 not_signed_in");
  const again = await link(code, organizer, newPassword);
  expect((await claim(ada, code, again.data.token)).status).toBe(200);
});

test("a new password waits for no tree: not even a deletion from a session that it ends holds it up", async () => {
  const { code, token } = await prepared();
  const newPassword = "another long password";
  const changed = await service.database.transaction(async (within) => {
    await within.execute(sql`select from trees where share_code = ${code} for update`);
    return organizer.post("/owner/account/password", { password: PASSWORD, newPassword });
  });
  expect(changed.status).toBe(200);
  expect(refusal(await look(code, token))).toBe("400 link_expired");
});

test("a claim that waits while the organizer's password changes finds its link ended", async () => {
  const { code, token } = await prepared();
  const id = await idOf(organizer);
  const claimed = await service.database.transaction(async (within) => {
    await within.execute(sql`select from owners where id = ${id} for update`);
    const claiming = claim(eve, code, token);
    await untilWaiting(service.database, 1);
    await within.execute(sql`update owner_accounts set password = 'changed' where user_id = ${id}`);
    return [claiming] as const;
  });
  expect(refusal(await claimed[0])).toBe("400 link_expired");
  expect((await row(code))?.ownerId).toBeNull();
});

test("a session that ended claims nothing, even while its claim waits", async () => {
  const { code, token } = await prepared();
  const id = await idOf(eve);
  const claimed = await service.database.transaction(async (within) => {
    await within.execute(sql`select from owners where id = ${id} for update`);
    const claiming = claim(eve, code, token);
    await untilWaiting(service.database, 1);
    await within.execute(sql`delete from owner_sessions where user_id = ${id}`);
    return [claiming] as const;
  });
  expect(refusal(await claimed[0])).toBe("401 not_signed_in");
  expect((await row(code))?.ownerId).toBeNull();
});

test("of many claims at once, exactly one makes an owner", async () => {
  const { code, token } = await prepared();
  const people = [ada, eve, await person(), await person()];
  const answers = await Promise.all(people.flatMap((by) => [claim(by, code, token), claim(by, code, token)]));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect([...new Set(answers.map(refusal))].toSorted()).toEqual(["200 undefined", "400 link_expired"]);
  const winner = people[Math.floor(answers.findIndex(({ status }) => status === 200) / 2)];
  expect((await row(code))?.ownerId).toBe(await idOf(winner as TestOwner));
});

/** Holds the tree until both wait for it, in the order in which they were asked. */
async function atOnce<One, Other>(code: string, one: () => Promise<One>, other: () => Promise<Other>) {
  const both = await service.database.transaction(async (within) => {
    await within.execute(sql`select from trees where share_code = ${code} for update`);
    const first = one();
    await untilWaiting(service.database, 1);
    const second = other();
    await untilWaiting(service.database, 2);
    return [first, second] as const;
  });
  return Promise.all(both);
}

const late: Record<string, (code: string, id: string) => Promise<Answer<unknown>>> = {
  "another name and day": (code) =>
    organizer.patch(`/owner/organizing/${code}`, { name: "Bob's", openingDay: "2026-11-30", isPaused: true }),
  "the deletion of a gift": (code, id) => organizer.post(`/owner/organizing/${code}/gifts/delete`, { ids: [id] }),
  "another link": (code) => link(code),
};
test.each(Object.keys(late))(
  "%s that waits while the tree is claimed finds none, and changes nothing",
  async (what) => {
    const { code, id } = await prepared();
    const ownerId = await idOf(ada);
    // By the statement that a claim ends with: the claim itself would wait for the organizer, whom the change holds.
    const [changing, claimed] = await service.database.transaction(async (within) => {
      await within.execute(sql`select from trees where share_code = ${code} for update`);
      const changing = late[what]?.(code, id) as Promise<Answer<unknown>>;
      await untilWaiting(service.database, 1);
      const owned = { ownerId, organizerId: null, organizerName: null, claimHash: null };
      const [claimed] = await within.update(trees).set(owned).where(eq(trees.shareCode, code)).returning();
      return [changing.then(refusal), claimed] as const;
    });
    expect(await changing).toBe("404 tree_not_found");
    expect(await row(code)).toEqual(claimed);
  },
);

const deletions: Record<string, (code: string) => Promise<Answer<unknown>>> = {
  "the tree": (code) => organizer.delete(`/owner/organizing/${code}`),
  "the organizer's account": () => organizer.delete("/owner/account", { password: PASSWORD }),
};
test.each(Object.keys(deletions))("a claim that comes before the deletion of %s keeps the tree", async (what) => {
  const { code, token } = await prepared();
  const [claimed] = await atOnce(
    code,
    () => claim(ada, code, token),
    () => deletions[what]?.(code) as Promise<unknown>,
  );
  expect(claimed.status).toBe(200);
  expect((await row(code))?.ownerId).toBe(await idOf(ada));
  expect(await service.database.$count(sql.identifier("messages") as never)).toBe(1);
});

test.each(Object.keys(deletions))("a claim that comes after the deletion of %s finds nothing", async (what) => {
  const { code, token } = await prepared();
  const [deleted, claimed] = await atOnce(
    code,
    () => deletions[what]?.(code) as Promise<Answer<unknown>>,
    () => claim(ada, code, token),
  );
  expect([deleted.status, refusal(claimed)]).toEqual([200, "400 link_expired"]);
  expect(await row(code)).toBeUndefined();
});

test("a claim that is killed while it waits changes nothing, and its link is still good", async () => {
  const { code, token } = await prepared();
  const killed = await service.database.transaction(async (within) => {
    await within.execute(sql`select from trees where share_code = ${code} for update`);
    const claiming = claim(ada, code, token);
    await untilWaiting(service.database, 1);
    await within.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    return [claiming] as const;
  });
  expect((await killed[0]).status).toBeGreaterThanOrEqual(500);
  expect(await row(code)).toMatchObject({ ownerId: null, organizerName: "Bob" });
  expect((await claim(ada, code, token)).status).toBe(200);
});

test("whoever takes the organizer's unconfirmed account over gets its surprise trees with gifts, and the empty ones go", async () => {
  const stranger = await service.signedInOwner();
  const make = async () => (await stranger.post<OwnersTree>("/owner/organizing", SURPRISE)).data.shareCode;
  const [empty, full] = [await make(), await make()];
  await service.addGift(full, { message: TEXT });
  const token = "t".repeat(43);
  const link = { tokenHash: hashOfToken(token), ownerId: await idOf(stranger), email: stranger.email };
  const expiresAt = new Date("2026-12-01T00:00:00Z");
  await service.database.insert(ownerLinks).values({ ...link, purpose: "reset_password", expiresAt });
  expect((await service.post("/auth/reset-password", { token, password: PASSWORD })).status).toBe(200);
  expect([await row(empty), (await row(full))?.ownerId]).toEqual([undefined, null]);
  expect(refusal(await stranger.get(`/owner/organizing/${full}`))).toBe("401 not_signed_in");
  expect(await readersOf(full, { stranger })).toEqual([]);
});

test("moderators and the operator decide about it, but not its organizer; its organizer is told", async () => {
  const { code, token } = await prepared();
  await service.post("/v1/reports", { shareCode: code, reason: "spam" });
  await service.database.insert(moderators).values([{ ownerId: await idOf(organizer) }, { ownerId: await idOf(eve) }]);
  const decision = { act: "take_down_tree", shareCode: code, reason: "spam" };
  const seen = { isOwn: true, ownerName: "Ada", organizerName: "Bob" };
  expect((await organizer.get<object[]>("/moderation/queue")).data).toMatchObject([seen]);
  expect(refusal(await organizer.post("/moderation/acts", decision))).toBe("403 own_tree");
  const { data } = await eve.post<{ id: string }>("/moderation/acts", decision);
  const organizerId = await idOf(organizer);
  const jobs = () => service.database.select().from(mailJobs).where(eq(mailJobs.shareCode, code));
  expect(await jobs()).toMatchObject([{ kind: "tree_taken_down", ownerId: organizerId }]);
  expect((await organizer.get<OwnersTree>(`/owner/organizing/${code}`)).data.takenDownFor).toBe("spam");
  // It is shown to nobody else, and given to nobody.
  expect(refusal(await look(code, token))).toBe("400 link_expired");
  expect(refusal(await claim(ada, code, token))).toBe("400 link_expired");
  expect(refusal(await link(code))).toBe("404 tree_not_found");
  expect((await eve.post("/moderation/acts", { act: "undo", undoes: data.id, reason: "mistake" })).status).toBe(201);
  expect((await look(code, token)).status).toBe(200);
});

test("the tree goes with its organizer's account, which its export names before", async () => {
  const { code } = await prepared();
  expect((await organizer.get("/owner/export")).text).toContain(`"organizes":[{"shareCode":"${code}"`);
  const { data } = await organizer.delete<{ deleted: object }>("/owner/account", { password: PASSWORD });
  expect(data.deleted).toMatchObject({ trees: 1, gifts: 1, messages: 1 });
  expect(await row(code)).toBeUndefined();
});

test("after the claim, the organizer's account goes without the tree, and the owner's with it", async () => {
  const { code, token } = await prepared();
  await claim(ada, code, token);
  await organizer.delete("/owner/account", { password: PASSWORD });
  expect((await row(code))?.ownerId).toBe(await idOf(ada));
  await ada.delete("/owner/account", { password: PASSWORD });
  expect(await row(code)).toBeUndefined();
});

test("a claim drops what waited to be mailed to the organizer", async () => {
  const { code, token } = await prepared();
  const job = {
    kind: "tree_unclaimed",
    ownerId: await idOf(organizer),
    shareCode: code,
    dueAt: service.clock(),
  } as const;
  await service.database.insert(mailJobs).values(job);
  await claim(ada, code, token);
  expect(await service.database.$count(mailJobs, eq(mailJobs.shareCode, code))).toBe(0);
});

test("a mail to the organizer that is about to be sent is not, once the tree is claimed", async () => {
  const { code, token } = await prepared();
  const server = await mailServer();
  const ownerId = await idOf(organizer);
  const notice = { kind: "tree_unclaimed", ownerId, shareCode: code, dueAt: service.clock() } as const;
  await service.database.delete(mailJobs);
  await service.database.insert(mailJobs).values(notice);
  const store = mailStore(service.database);
  const claimed: number[] = [];
  const claimMeanwhile = async (now: Date) => {
    const jobs = await store.claim(now);
    if (jobs.length > 0) claimed.push((await claim(ada, code, token)).status);
    return jobs;
  };
  await officeOn(service.database, service, server.url, { ...store, claim: claimMeanwhile }).deliver();
  expect([claimed, server.arrived]).toEqual([[200], []]);
  await server.close();
});

test("the database itself lets a tree have an owner or an organizer, never both and never none", async () => {
  const code = await prepare();
  const id = await idOf(ada);
  const isTree = eq(trees.shareCode, code);
  const changes = [
    { ownerId: id },
    { organizerId: null },
    { ownerId: id, organizerId: null },
    { ownerId: id, organizerId: null, organizerName: null, claimHash: "x" },
    { organizerName: null },
    { ownerName: null },
  ];
  for (const change of changes) {
    const done = await service.database
      .update(trees)
      .set(change)
      .where(isTree)
      .then(
        () => "done",
        () => "refused",
      );
    expect([change, done]).toEqual([change, "refused"]);
  }
});
