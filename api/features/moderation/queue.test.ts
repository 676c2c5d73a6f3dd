import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { QueueEntry } from "#contract/moderation";
import { type TestApp, type TestOwner, testApp } from "../../app.test-utils.ts";
import { reported, reportedByOwner, signedInModerator, type TestModerator } from "./moderation.test-utils.ts";

let service: TestApp;
let owner: TestOwner;
let moderator: TestModerator;
beforeAll(async () => {
  service = await testApp();
  owner = await service.signedInOwner();
  moderator = await signedInModerator(service);
});
beforeEach(async () => {
  await service.database.execute(sql`delete from trees`);
});
afterAll(() => service.close());

const makeTree = async (name = "Our tree") => (await service.createTree(owner, { name })).shareCode;
const namesIn = (entries: QueueEntry[]) => entries.map(({ treeName }) => treeName);

describe("the role", () => {
  test("grants access to pages that do not exist for other owners; signed-out clients must sign in", async () => {
    for (const path of ["/moderation/queue", "/moderation/history"]) {
      expect((await moderator.get(path)).status).toBe(200);
      expect((await moderator.get(path)).headers.get("cache-control")).toBe("no-store, no-transform");
      expect((await service.get(path)).error.code).toBe("not_signed_in");
      const { status, error } = await owner.get(path);
      const nothing = await owner.get("/moderation/nothing");
      expect([status, error.code, error.message]).toEqual([404, nothing.error.code, nothing.error.message]);
    }
    const broken = { act: "ban" };
    expect((await service.post("/moderation/acts", broken)).error.code).toBe("not_signed_in");
    expect((await owner.post("/moderation/acts", broken)).error.code).toBe("route_not_found");
    expect((await moderator.post("/moderation/acts", broken)).error.code).toBe("validation_failed");
  });

  test("is part of the session, so that the site knows whether to show the link", async () => {
    type Session = { owner: { isModerator: boolean } };
    expect((await moderator.get<Session>("/auth/get-session")).data.owner.isModerator).toBe(true);
    expect((await owner.get<Session>("/auth/get-session")).data.owner.isModerator).toBe(false);
  });

  test("cannot be used by other websites", async () => {
    const headers = { cookie: moderator.cookie, origin: "https://evil.example", "content-type": "application/json" };
    const { error } = await service.ask("/moderation/acts", { method: "POST", headers, body: "{}" });
    expect(error.code).toBe("cross_site_request");
  });
});

describe("the queue", () => {
  test("contains reports from the public page, grouped by target", async () => {
    const shareCode = await makeTree("A rude name");
    const { id } = await service.addGift(shareCode, { senderName: "Bob", showSenderName: true });
    await owner.patch(`/owner/trees/${shareCode}`, { ownerName: "Somebody else" });
    await service.post("/v1/reports", { shareCode, reason: "hate", details: "The name is a slur." });
    await service.post("/v1/reports", { shareCode, messageId: id, reason: "impersonation" });
    await reported(service, shareCode, "spam", { giftId: id });

    const entries = await moderator.queue();
    expect(entries).toHaveLength(2);
    const [tree, gift] = [entries.find((entry) => !entry.gift), entries.find((entry) => entry.gift)];
    expect(tree).toMatchObject({
      ...{ shareCode, treeName: "A rude name", ownerName: "Somebody else" },
      ...{ treeType: "christmas", counts: { hate: 1 } },
    });
    expect(tree?.reports).toMatchObject([
      { reason: "hate", details: "The name is a slur.", isOwners: false, text: null },
    ]);
    expect(gift?.counts).toEqual({ impersonation: 1, spam: 1 });
    expect(gift?.gift).toEqual({
      id,
      giftAssetId: "snow-globe",
      senderName: "Bob",
      createdAt: "2026-11-30",
      takenDownFor: null,
    });
    expect(await moderator.waiting()).toMatchObject({ targets: 2, counts: { hate: 1, impersonation: 1, spam: 1 } });
  });

  test("lists self-harm and threats first, then the oldest", async () => {
    const at = (hour: number) => ({ createdAt: `2026-11-29T${hour}:00:00Z` });
    const [old, urgent, older] = [await makeTree("old"), await makeTree("urgent"), await makeTree("older")];
    const harm = await makeTree("harm");
    await reported(service, old, "hate", at(12));
    await reported(service, older, "spam", at(11));
    await reported(service, urgent, "spam", at(15));
    await reported(service, urgent, "threat", at(16));
    await reported(service, harm, "self_harm", at(20));
    expect(namesIn(await moderator.queue())).toEqual(["urgent", "harm", "older", "old"]);
  });

  test("is paginated without duplicates or omissions", async () => {
    const codes = await Promise.all(Array.from({ length: 7 }, (_, i) => makeTree(`tree ${i}`)));
    // Including two of the same urgency with the same timestamp.
    for (const [i, code] of codes.entries()) {
      await reported(service, code, i % 3 === 0 ? "threat" : "spam", { createdAt: `2026-11-29T1${i >> 1}:00:00Z` });
    }
    const all = namesIn(await moderator.queue());
    const walked: string[] = [];
    let next: string | null = "";
    while (next !== null) {
      const path: string = `/moderation/queue?limit=2${next && `&cursor=${next}`}`;
      const answer = await moderator.get<QueueEntry[]>(path);
      walked.push(...namesIn(answer.data));
      next = answer.page.next;
    }
    expect(all).toHaveLength(7);
    expect(walked).toEqual(all);
    for (const cursor of [
      "nonsense",
      btoa("[1,2,3,4]"),
      btoa('[true,"2026-99-99T00:00:00.000000Z","aaaaaaaa",null]'),
    ]) {
      expect((await moderator.get(`/moderation/queue?cursor=${cursor}`)).error.code).toBe("invalid_cursor");
    }
  });

  test("shows twenty reports per target, and counts all of them", async () => {
    const code = await makeTree();
    for (let i = 0; i < 25; i += 1) await reported(service, code, "spam", { details: `Report ${i}` });
    const [entry] = await moderator.queue();
    expect([entry?.reports.length, entry?.counts]).toEqual([20, { spam: 25 }]);
  });
});

describe("a message's text", () => {
  test("is only shown if an owner's report included it", async () => {
    const shareCode = await makeTree();
    const { id: threatening } = await service.addGift(shareCode, {
      message: "A private threat",
      senderName: "Eve Hidden",
    });
    const { id: remaining } = await service.addGift(shareCode, {
      message: "A secret that stays",
      senderName: "Mallory",
    });
    await reportedByOwner(service, shareCode, threatening, "A private threat");
    await reportedByOwner(service, shareCode, remaining, null);
    await reported(service, shareCode, "threat", { giftId: remaining });

    const { data, text } = await moderator.get<QueueEntry[]>("/moderation/queue");
    expect(data.find(({ gift }) => gift?.id === threatening)?.reports).toMatchObject([
      { isOwners: true, text: "A private threat" },
    ]);
    expect(data.find(({ gift }) => gift?.id === remaining)?.reports).toMatchObject([
      { isOwners: true, text: null },
      { isOwners: false, text: null },
    ]);
    for (const hidden of ["A secret that stays", "Mallory", "Eve Hidden"]) expect(text).not.toContain(hidden);
    const dump = await service.database.execute<{ row: string }>(sql`select reports::text as row from reports`);
    expect(dump.some(({ row }) => row.includes("A private threat"))).toBe(false);
    expect(service.logLines.join("\n")).not.toContain("A private threat");
  });
});
