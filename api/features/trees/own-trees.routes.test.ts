import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { DescribedFieldError } from "#contract/errors";
import type { TreePage } from "#contract/messages";
import { type OwnersTree, TREE_LOOKS, type Tree } from "#contract/trees";
import { type TestApp, type TestOwner, testApp } from "../../app.test-utils.ts";
import { untilWaiting } from "../../platform/db/db.test-utils.ts";

let service: TestApp;
let owner: TestOwner;
let stranger: TestOwner;

beforeAll(async () => {
  service = await testApp();
  owner = await service.signedInOwner();
  stranger = await service.signedInOwner();
});
beforeEach(() => service.setTime("2026-11-30T12:00:00Z"));
afterAll(() => service.close());

const unthanked = { thanks: null, thanksTakenDownFor: null };
const aTree = { name: "Our tree", type: "christmas", openingDay: "2026-12-25", timeZone: "Asia/Seoul" } as const;
const faultOf = (answer: { error: { details?: DescribedFieldError[] } }) => answer.error.details;

describe("creating a tree", () => {
  test("returns 201 with the tree, under a share code of unambiguous characters", async () => {
    const { status, data, headers } = await owner.post<OwnersTree>("/owner/trees", { ...aTree, name: "  Our  tree " });
    expect(status).toBe(201);
    const shareCode = expect.stringMatching(/^[2-9A-HJ-NP-Za-kmnp-z]{8}$/);
    const planted = {
      organizerName: null,
      giftCount: 0,
      isOpen: false,
      isPaused: false,
      takesGiftsUntil: null,
      takenDownFor: null,
      deletionDay: "2028-01-25",
    };
    expect(data).toEqual({
      ...aTree,
      name: "Our  tree",
      look: "classic",
      gathersUntil: null,
      namesNeedApproval: false,
      shareCode,
      ...planted,
      newCount: 0,
      hasClaimLink: false,
      ...unthanked,
    });
    expect(headers.get("cache-control")).toBe("no-store, no-transform");
    expect((await owner.get<OwnersTree>(`/owner/trees/${data.shareCode}`)).data).toEqual(data);
  });

  test.each([...TREE_LOOKS])("gives it the look %s", async (look) => {
    const { status, data } = await owner.post<OwnersTree>("/owner/trees", { ...aTree, look });
    expect([status, data.look]).toEqual([201, look]);
    expect((await owner.get<OwnersTree>(`/owner/trees/${data.shareCode}`)).data).toEqual(data);
  });

  test.each([
    ["Mina", "Mina"],
    ["  Oma\u202e Ⅱ ", "Oma Ⅱ"],
    ["지".repeat(30), "지".repeat(30)],
    ["🎄".repeat(30), "🎄".repeat(30)],
    ["", undefined],
    [" \u200b", undefined],
    [null, undefined],
  ])("tells everybody with the link what friends call its owner: %j", async (ownerName, shown) => {
    const { status, data } = await owner.post<OwnersTree>("/owner/trees", { ...aTree, ownerName });
    expect([status, data.ownerName]).toEqual([201, shown]);
    const path = `/owner/trees/${data.shareCode}`;
    expect((await owner.get<OwnersTree>(path)).data).toEqual(data);
    const [{ data: tree }, { data: page }] = [
      await service.get<Tree>(`/v1/trees/${data.shareCode}`),
      await service.get<TreePage>(`/site/trees/${data.shareCode}`),
    ];
    expect([tree.ownerName, page.tree.ownerName]).toEqual([shown, shown]);
    expect([tree, page.tree, data].map((told) => "ownerName" in told)).toEqual(Array(3).fill(shown !== undefined));
  });

  test.each([
    ["a".repeat(31), 400, { reason: "too_long", max: 30, length: 31 }],
    ["Ma\0ry", 400, { reason: "forbidden_characters", character: "U+0000", position: 3 }],
    [5, 400, { reason: "wrong_type" }],
    ["Fuck", 422, { reason: "offensive_words" }],
  ] as const)("refuses %j as its owner's name, as it does a sender's", async (ownerName, status, problem) => {
    const tree = await service.createTree(owner, { ownerName: "Ada" });
    for (const answer of [
      await owner.post("/owner/trees", { ...aTree, ownerName }),
      await owner.patch(`/owner/trees/${tree.shareCode}`, { ownerName }),
    ]) {
      expect([answer.status, faultOf(answer)]).toEqual([status, [{ field: "ownerName", ...problem }]]);
    }
    expect((await owner.get<OwnersTree>(`/owner/trees/${tree.shareCode}`)).data).toEqual(tree);
  });

  test("stores the time zone in its canonical case", async () => {
    expect((await service.createTree(owner, { timeZone: "europe/berlin" })).timeZone).toBe("Europe/Berlin");
  });

  test.each([
    ["Asia/Seoul", "2026-11-29", "2026-11-30", "2028-11-30", "2028-12-01"],
    ["Pacific/Kiritimati", "2026-11-30", "2026-12-01", "2028-12-01", "2028-12-02"],
    ["Etc/GMT+12", "2026-11-29", "2026-11-30", "2028-11-30", "2028-12-01"],
  ])("in %s, accepts opening days from today to two years ahead", async (timeZone, past, today, latest, tooFar) => {
    const makeTree = (openingDay: string) => owner.post<OwnersTree>("/owner/trees", { ...aTree, timeZone, openingDay });
    expect(faultOf(await makeTree(past))).toEqual([{ field: "openingDay", reason: "in_the_past" }]);
    expect((await makeTree(today)).data.isOpen).toBe(true);
    expect((await makeTree(latest)).status).toBe(201);
    expect(faultOf(await makeTree(tooFar))).toEqual([{ field: "openingDay", reason: "too_far_ahead" }]);
  });

  test.each([
    // The rules of 2026: older ones have the first an hour later, and the second an hour before the day.
    ["America/Vancouver", "2026-12-25T07:00:00Z"],
    ["Africa/Casablanca", "2026-12-25T00:00:00Z"],
  ])("in %s, opens by the newest rules, and dates gifts by them", async (timeZone, opens) => {
    const { shareCode } = await service.createTree(owner, { timeZone });
    const at = async (ms: number) => {
      service.setTime(new Date(Date.parse(opens) + ms));
      const { data } = await service.get<Tree>(`/v1/trees/${shareCode}`);
      return [data.isOpen, (await service.addGift(shareCode)).createdAt];
    };
    expect(await at(-1000)).toEqual([false, "2026-12-24"]);
    expect(await at(0)).toEqual([true, "2026-12-25"]);
  });

  test.each([
    ["Asia/Calcutta", "Asia/Kolkata"],
    ["CET", "Europe/Brussels"],
    ["europe/berlin", "Europe/Berlin"],
  ])("takes the old name %s for %s", async (timeZone, zone) => {
    expect((await service.createTree(owner, { timeZone })).timeZone).toBe(zone);
  });

  test("names all invalid fields at once", async () => {
    const wrong = {
      name: "a".repeat(41),
      type: "easter",
      look: "plaid",
      openingDay: "2027-02-29",
      timeZone: "Mars/Olympus",
      isPaused: true,
    };
    expect(faultOf(await owner.post("/owner/trees", wrong))).toEqual([
      { field: "name", reason: "too_long", max: 40, length: 41 },
      { field: "type", reason: "not_one_of_the_values" },
      { field: "look", reason: "not_one_of_the_values" },
      { field: "openingDay", reason: "not_a_day" },
      { field: "timeZone", reason: "unknown_time_zone" },
      { field: "isPaused", reason: "unknown_field" },
    ]);
  });
});

describe("changing a tree", () => {
  test("leaves omitted fields unchanged, and shows the public what changed", async () => {
    const tree = await service.createTree(owner);
    const path = `/owner/trees/${tree.shareCode}`;
    expect((await owner.patch<OwnersTree>(path, { name: "New name" })).data).toEqual({ ...tree, name: "New name" });
    expect((await owner.patch<OwnersTree>(path, { isPaused: true })).data.isPaused).toBe(true);
    expect((await owner.patch<OwnersTree>(path, {})).data).toEqual({ ...tree, name: "New name", isPaused: true });
    const { shareCode, type, openingDay, giftCount, timeZone, isOpen, takesGiftsUntil } = tree;
    const shown = {
      shareCode,
      name: "New name",
      organizerName: null,
      type,
      openingDay,
      giftCount,
      timeZone,
      isOpen,
      takesGiftsUntil,
      isPaused: true,
    };
    expect((await service.get<Tree>(`/v1/trees/${tree.shareCode}`)).data).toEqual(shown);
  });

  test("changes and removes what friends call its owner, and shows that at once", async () => {
    const { shareCode } = await service.createTree(owner);
    const seen = async () => {
      const { data, headers } = await service.get<Tree>(`/v1/trees/${shareCode}`);
      return [data.ownerName, headers.get("etag")];
    };
    const [, before] = await seen();
    const shown: unknown[] = [];
    for (const ownerName of ["Mina", "미나", null, "Mina", " "]) {
      await owner.patch(`/owner/trees/${shareCode}`, { ownerName });
      shown.push((await seen())[0]);
    }
    expect(shown).toEqual(["Mina", "미나", undefined, "Mina", undefined]);
    expect((await seen())[1]).not.toBe(before);
  });

  test("changes the look, also of an open tree, and names the choices if there is no such look", async () => {
    const tree = await service.createTree(owner, { openingDay: "2026-11-30" });
    const path = `/owner/trees/${tree.shareCode}`;
    expect((await owner.patch<OwnersTree>(path, { look: "white" })).data).toEqual({ ...tree, look: "white" });
    const refused = await owner.patch(path, { look: "plaid" });
    expect([refused.status, faultOf(refused)]).toEqual([400, [{ field: "look", reason: "not_one_of_the_values" }]]);
    expect(refused.text).toContain("one of classic, night, white");
    expect((await owner.get<OwnersTree>(path)).data.look).toBe("white");
  });

  test("shows a thank-you on an open tree alone, and deletes it", async () => {
    const closed = `/owner/trees/${(await service.createTree(owner)).shareCode}`;
    const path = `/owner/trees/${(await service.createTree(owner, { openingDay: "2026-11-30" })).shareCode}`;
    const early = await owner.patch(closed, { thanks: "Thank you!" });
    expect([early.status, faultOf(early)]).toEqual([400, [{ field: "thanks", reason: "not_open_yet" }]]);
    expect((await owner.patch(closed, { thanks: null })).status).toBe(200);
    const { data } = await owner.patch<OwnersTree>(path, { thanks: "  Thank you!\nAll of you. " });
    expect(data.thanks).toBe("  Thank you!\nAll of you.");
    expect((await owner.patch<OwnersTree>(path, { thanks: null })).data.thanks).toBeNull();
  });

  test.each([
    ["a".repeat(301), 400, { reason: "too_long", max: 300, length: 301 }],
    [" ", 400, { reason: "required" }],
    ["What a bunch of motherfuckers", 422, { reason: "offensive_words" }],
  ])("refuses a thank-you such as %.30s", async (thanks, status, why) => {
    const path = `/owner/trees/${(await service.createTree(owner, { openingDay: "2026-11-30" })).shareCode}`;
    const refused = await owner.patch(path, { thanks });
    expect([refused.status, faultOf(refused)]).toEqual([
      status,
      [expect.objectContaining({ field: "thanks", ...why })],
    ]);
    expect((await owner.get<OwnersTree>(path)).data.thanks).toBeNull();
  });

  test("moves the opening day while the tree is closed, within the same bounds", async () => {
    const path = `/owner/trees/${(await service.createTree(owner)).shareCode}`;
    expect(faultOf(await owner.patch(path, { openingDay: "2026-11-29" }))).toEqual([
      { field: "openingDay", reason: "in_the_past" },
    ]);
    expect(faultOf(await owner.patch(path, { openingDay: "2028-12-01" }))).toEqual([
      { field: "openingDay", reason: "too_far_ahead" },
    ]);
    expect((await owner.get<OwnersTree>(path)).data.openingDay).toBe("2026-12-25");
    const { data } = await owner.patch<OwnersTree>(path, { openingDay: "2026-11-30" });
    expect([data.openingDay, data.isOpen]).toEqual(["2026-11-30", true]);
  });

  test("refuses a new opening day once the tree has opened; the rest can still change", async () => {
    const path = `/owner/trees/${(await service.createTree(owner)).shareCode}`;
    service.setTime("2026-12-24T15:00:00Z");
    for (const openingDay of ["2026-12-31", "2026-12-26", "2026-12-01"]) {
      const { status, error } = await owner.patch(path, { openingDay, name: "Not this either" });
      expect([status, error.code]).toEqual([409, "tree_already_open"]);
    }
    const { status, data } = await owner.patch<OwnersTree>(path, {
      openingDay: "2026-12-25",
      name: "Renamed",
      isPaused: true,
    });
    expect([status, data.name, data.openingDay, data.isPaused]).toEqual([200, "Renamed", "2026-12-25", true]);
  });

  test("of two concurrent changes, one that opens the tree is not undone by the other", async () => {
    const { shareCode } = await service.createTree(owner);
    const path = `/owner/trees/${shareCode}`;
    const [opening, moving] = await service.database.transaction(async (transaction) => {
      await transaction.execute(sql`select from trees where share_code = ${shareCode} for update`);
      const opening = owner.patch<OwnersTree>(path, { openingDay: "2026-11-30" });
      await untilWaiting(service.database, 1);
      const moving = owner.patch(path, { openingDay: "2026-12-31" });
      await untilWaiting(service.database, 2);
      return [opening, moving] as const;
    });
    expect((await opening).data.isOpen).toBe(true);
    const { status, error } = await moving;
    expect([status, error.code]).toEqual([409, "tree_already_open"]);
    expect((await owner.get<OwnersTree>(path)).data.openingDay).toBe("2026-11-30");
  });

  test("refuses fields that are fixed at creation", async () => {
    const { shareCode } = await service.createTree(owner);
    const input = { shareCode: "aB3dE5gH", type: "birthday", timeZone: "UTC", giftCount: 9, ownerId: "x" };
    const fieldErrors = faultOf(await owner.patch(`/owner/trees/${shareCode}`, input));
    expect(fieldErrors).toEqual(Object.keys(input).map((field) => ({ field, reason: "unknown_field" })));
  });
});

describe("deleting a tree", () => {
  test("deletes it with everything on it, for everybody", async () => {
    const { shareCode } = await service.createTree(owner);
    const { id: messageId } = await service.addGift(shareCode);
    await service.post("/v1/reports", { shareCode, messageId, reason: "spam" });
    const felled = await owner.delete<{ shareCode: string }>(`/owner/trees/${shareCode}`);
    expect([felled.status, felled.data]).toEqual([200, { shareCode }]);

    for (const path of [`/v1/trees/${shareCode}`, `/v1/messages/${shareCode}`])
      expect((await service.get(path)).status).toBe(404);
    expect((await owner.get(`/owner/trees/${shareCode}/messages`)).status).toBe(404);
    expect((await owner.delete(`/owner/trees/${shareCode}`)).status).toBe(404);
    for (const table of ["gifts", "messages", "reports"]) {
      const rows = await service.database
        .$client`select 1 from ${service.database.$client(table)} where share_code = ${shareCode}`;
      expect(rows).toHaveLength(0);
    }
  });
});

describe("another owner's tree", () => {
  test("gets the same response as an unknown one, byte for byte, and stays unchanged", async () => {
    const tree = await service.createTree(owner);
    const { id } = await service.addGift(tree.shareCode);
    const withoutId = (text: string) => text.replace(/"requestId":"[^"]+"/, "");
    for (const [method, rest, body] of [
      ["get", "", undefined],
      ["get", "/messages", undefined],
      ["patch", "", { name: "Mine now", isPaused: true }],
      ["patch", "", { openingDay: "2026-12-24" }],
      ["patch", "", { openingDay: "2020-01-01" }],
      ["delete", "", undefined],
    ] as const) {
      const theirs = await stranger[method](`/owner/trees/${tree.shareCode}${rest}`, body);
      const unknown = await stranger[method](`/owner/trees/zzzzzzzz${rest}`, body);
      expect([theirs.status, theirs.error.code]).toEqual([404, "tree_not_found"]);
      expect(withoutId(theirs.text)).toBe(withoutId(unknown.text));
      const names = (headers: Headers) => [...headers.keys()];
      expect(names(theirs.headers)).toEqual(names(unknown.headers));
    }
    expect((await owner.get<OwnersTree>(`/owner/trees/${tree.shareCode}`)).data).toEqual({
      ...tree,
      giftCount: 1,
      newCount: 1,
    });
    expect((await owner.get<{ id: string }[]>(`/owner/trees/${tree.shareCode}/messages`)).data[0]?.id).toBe(id);
  });

  test("is not in the owner's list, which is sorted newest first", async () => {
    const fresh = await service.signedInOwner();
    expect((await fresh.get<OwnersTree[]>("/owner/trees")).data).toEqual([]);
    const first = await service.createTree(fresh, { name: "First" });
    const second = await service.createTree(fresh, { name: "Second" });
    expect((await fresh.get<OwnersTree[]>("/owner/trees")).data).toEqual([second, first]);
  });
});
