import { afterAll, beforeAll, expect, test } from "bun:test";
import type { ListedGift, TreePage } from "#contract/messages";
import { RATE_POLICIES } from "#contract/rate-limits";
import type { Tree } from "#contract/trees";
import { type TestApp, type TestOwner, testApp, testAppOn } from "../../app.test-utils.ts";

let service: TestApp;
let owner: TestOwner;
let code: string;

beforeAll(async () => {
  service = await testApp({ ratePolicies: RATE_POLICIES });
  owner = await service.signedInOwner();
  code = (await service.createTree(owner)).shareCode;
  for (let i = 0; i < 3; i += 1) await service.addGift(code, { message: `Number ${i}`, showSenderName: i > 0 });
});
afterAll(() => service.close());

test("returns the same as /v1 for the tree and each page of its gifts, and the tree's look", async () => {
  const tree = await service.get<Tree>(`/v1/trees/${code}`);
  for (const query of ["", "?limit=2", "?limit=2&cursor="]) {
    const first = await service.get<ListedGift[]>(`/v1/messages/${code}?limit=2`);
    const fullQuery = query.endsWith("=") ? query + first.page.next : query;
    const listing = await service.get<ListedGift[]>(`/v1/messages/${code}${fullQuery}`);
    const { status, data } = await service.get<TreePage>(`/site/trees/${code}${fullQuery}`);
    expect([fullQuery, status]).toEqual([fullQuery, 200]);
    expect(data).toEqual({
      tree: { ...tree.data, look: "classic", namesNeedApproval: false, thanks: null, gathersUntil: null },
      gifts: listing.data,
      page: listing.page,
    });
  }
});

test("returns 304 until something changes", async () => {
  const ask = (tag: string) =>
    service.ask(`/site/trees/${code}`, { headers: { "if-none-match": tag, "cache-control": "no-cache" } });
  const { headers } = await service.get(`/site/trees/${code}`);
  expect((await ask(headers.get("etag") ?? "")).status).toBe(304);
  await service.addGift(code, { message: "One more" });
  expect((await ask(headers.get("etag") ?? "")).status).toBe(200);
});

test("shows a new look at once, and /v1 never shows it", async () => {
  const before = await service.get<Tree>(`/v1/trees/${code}`);
  const { headers } = await service.get(`/site/trees/${code}`);
  await owner.patch(`/owner/trees/${code}`, { look: "night" });
  const known = { "if-none-match": headers.get("etag") ?? "" };
  const { status, data } = await service.ask<TreePage>(`/site/trees/${code}`, { headers: known });
  expect([status, data.tree.look]).toEqual([200, "night"]);
  expect((await service.get<Tree>(`/v1/trees/${code}`)).text).toBe(before.text);
});

test("shows the thank-you of an open tree, and /v1 never shows it", async () => {
  const { shareCode } = await service.createTree(owner, { openingDay: "2026-11-30" });
  const before = await service.get<Tree>(`/v1/trees/${shareCode}`);
  const shown = async () => (await service.get<TreePage>(`/site/trees/${shareCode}`)).data.tree.thanks;
  for (const thanks of ["Thank you all! 🎄\n  “Every one” of you \\ 고마워요", "Another one", null]) {
    expect((await owner.patch(`/owner/trees/${shareCode}`, { thanks })).status).toBe(200);
    expect(await shown()).toBe(thanks);
  }
  expect((await service.get<Tree>(`/v1/trees/${shareCode}`)).text).toBe(before.text);
});

test("counts as one request, and an unknown code as a guess", async () => {
  const left = async () =>
    Number(/r=(\d+)/.exec((await service.get("/v1/status")).headers.get("ratelimit") ?? "")?.[1]);
  const before = await left();
  await service.get(`/site/trees/${code}`);
  expect(await left()).toBe(before - 2);
  const { quota } = RATE_POLICIES.unknownCodesPerAddress;
  for (let i = 0; i < quota; i += 1)
    expect((await service.get("/site/trees/aB3dE5gH")).error.code).toBe("tree_not_found");
  expect((await service.get("/site/trees/aB3dE5gH")).status).toBe(429);
});

test("tells the site alone which owner's tree it is", async () => {
  const internalKey = "a key that the site and the API share";
  const { ask } = testAppOn(service.database, { internalKey });
  const { shareCode } = await service.createTree(owner);
  const ownerWith = async (key: string) =>
    (await ask(`/site/trees/${shareCode}`, { headers: { "x-internal-key": key } })).headers.get("x-tree-owner");
  expect(await ownerWith(internalKey)).toMatch(/^[\w-]{8,}$/);
  expect(await ownerWith("another key")).toBeNull();
  expect((await ask(`/site/trees/${shareCode}`)).headers.get("x-tree-owner")).toBeNull();
});
