import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { FRESH_MS } from "#contract/limits";
import { plainService } from "../../test-support/plain-service.ts";
import { addGift, createTree, deleteTree, listGifts, newOwner, type PlantedTree } from "../fixtures/visitors.ts";
import { sharedCache } from "./shared-cache.ts";

// Public pages, as shared caches and several visitors see them.
setDefaultTimeout(60_000);
const ME = { "user-agent": "a friend's phone" };

let service: Awaited<ReturnType<typeof plainService>>;
let tree: PlantedTree;
let another: string;

beforeAll(async () => {
  service = await plainService();
  tree = await createTree(service.site, { name: "Ada's tree" });
  another = await newOwner(service.site);
});
afterAll(() => service.close());

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(service.site + path, { redirect: "manual", headers });
const gift = { giftAssetId: "card", message: "For Ada alone", senderName: "Grace", showSenderName: "yes" };
const sendForm = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const origin = service.site;
  const body = new URLSearchParams(fields);
  return fetch(service.site + path, { method: "POST", redirect: "manual", headers: { origin, ...headers }, body });
};
/** The cookie that an answer sets in a browser. */
const cookieSet = ({ headers }: Response) =>
  headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
const treePage = () => `/send-message?tree=${tree.code}`;

test("serves everyone the same bytes of a public page, signed in or not", async () => {
  for (const page of ["/", "/create", treePage(), `/report?tree=${tree.code}`, "/sign-in", "/sign-up"]) {
    for (const prefix of ["", "/ko"]) {
      const path = page === "/" ? prefix || "/" : prefix + page;
      const visitors = ["", tree.cookie, another].map((cookie) => ask(path, { cookie }));
      const answers = await Promise.all(visitors);
      const texts = await Promise.all(answers.map((answer) => answer.text()));
      expect([path, answers.map(({ status }) => status)]).toEqual([path, [200, 200, 200]]);
      expect([path, new Set(texts).size]).toEqual([path, 1]);
      for (const { headers } of answers) expect(headers.has("set-cookie")).toBe(false);
    }
  }
});

test("lets caches share a URL with a language prefix for 5 seconds, and varies others by language", async () => {
  for (const page of ["", "/create", treePage(), `/report?tree=${tree.code}`]) {
    const { headers } = await ask(`/ko${page}`);
    expect(headers.get("cache-control")).toBe("public, max-age=5, stale-while-revalidate=30");
    expect(headers.get("vary")).toBe("Accept, Accept-Encoding");
    const plain = await ask(page || "/");
    expect(plain.headers.get("cache-control")).toBe("no-cache");
    expect(plain.headers.get("vary")).toBe("Accept, Accept-Language, Cookie, Accept-Encoding");
  }
  expect((await ask("/my-trees", { cookie: tree.cookie })).headers.get("cache-control")).toContain("no-store");
  expect((await ask("/create?name=Mine")).headers.get("cache-control")).toBe("private, no-store");
});

test("answers 304 in each encoding until the page changes", async () => {
  const encodings = ["br", "gzip", "identity"];
  const tags = await Promise.all(
    encodings.map(async (encoding) => {
      const first = await ask(treePage(), { "accept-encoding": encoding });
      await first.bytes();
      return first.headers.get("etag") ?? "";
    }),
  );
  const statuses = () =>
    Promise.all(
      encodings.map(async (encoding, i) => {
        const known = { "accept-encoding": encoding, "if-none-match": tags[i] ?? "" };
        return (await ask(treePage(), known)).status;
      }),
    );
  expect([new Set(tags).size, ...(await statuses())]).toEqual([3, 304, 304, 304]);
  await Bun.sleep(FRESH_MS);
  // Requested from the API again, and unchanged.
  expect(await statuses()).toEqual([304, 304, 304]);
  await addGift(service.api, tree.code, "One more");
  await Bun.sleep(FRESH_MS);
  expect(await statuses()).toEqual([200, 200, 200]);
});

test("serves a page's body after a HEAD request", async () => {
  const { code } = await createTree(service.site);
  const head = await fetch(`${service.site}/send-message?tree=${code}`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect(await (await ask(`/send-message?tree=${code}`)).text()).toContain("</html>");
});

test("shows senders their gift at once, even if the page was cached", async () => {
  const { code } = await createTree(service.site);
  const page = `/send-message?tree=${code}`;
  expect(await (await ask(page)).text()).not.toContain("Grace");
  const sent = await sendForm(page, gift);
  expect([sent.status, sent.headers.get("location")]).toEqual([303, expect.stringContaining("&hung=")]);
  const thanks = await ask(sent.headers.get("location") ?? "", { cookie: cookieSet(sent) });
  expect(thanks.headers.get("cache-control")).toBe("private, no-store");
  expect(await thanks.text()).toContain("Grace");
  expect(await (await ask(page)).text()).toContain("Grace");
});

test("answers 404 for a deleted tree's page two seconds later", async () => {
  const own = await createTree(service.site);
  const page = `/send-message?tree=${own.code}`;
  expect((await ask(page)).status).toBe(200);
  await deleteTree(service.site, own);
  await Bun.sleep(FRESH_MS);
  expect((await ask(page)).status).toBe(404);
  expect((await ask(`/ko${page}`)).status).toBe(404);
});

test("reveals no visitor's input through a shared cache", async () => {
  const cache = sharedCache(service.site);
  try {
    const page = `/en/send-message?tree=${tree.code}`;
    const mine = { ...ME, cookie: tree.cookie, origin: service.site };
    const write = (fields: Record<string, string>) =>
      fetch(cache.address + page, {
        method: "POST",
        redirect: "manual",
        headers: mine,
        body: new URLSearchParams(fields),
      });
    const returned = await write({ ...gift, giftAssetId: "", message: "My unfinished words" });
    expect([returned.status, (await returned.text()).includes("My unfinished words")]).toEqual([422, true]);
    const sent = await write({ ...gift, message: "My sent words", senderName: "Hopper", showSenderName: "" });
    const thanks = await fetch(cache.address + (sent.headers.get("location") ?? ""), {
      headers: { ...mine, cookie: `${mine.cookie}; ${cookieSet(sent)}` },
    });
    expect(await thanks.text()).toContain("It&#39;s on the tree!");
    const draft = `/en/create?${new URLSearchParams({ name: "My secret plan", type: "birthday" })}`;
    for (const path of [page, draft, "/en/my-trees", "/en/account", "/en", "/en/create"]) {
      await fetch(cache.address + path, { headers: mine });
    }
    for (const path of [page, sent.headers.get("location") ?? "", "/en/my-trees", "/en/account", "/en", "/en/create"]) {
      const text = await (await fetch(cache.address + path)).text();
      for (const words of ["My unfinished words", "My sent words", "Hopper", "My secret plan", "Sign out"]) {
        expect([path, words, text.includes(words)]).toEqual([path, words, false]);
      }
    }
    // It does store what it may.
    expect(cache.stored()).toContain(page);
    expect(cache.stored().filter((path) => /hung=|name=|my-trees|account/.test(path))).toEqual([]);
  } finally {
    cache.close();
  }
});

test("creates one gift for a form without a key that is sent twice, and another for another sender", async () => {
  const { code } = await createTree(service.site);
  const page = `/send-message?tree=${code}`;
  const sent = [await sendForm(page, gift, ME), await sendForm(page, gift, ME)];
  expect(new Set(sent.map(({ headers }) => headers.get("location"))).size).toBe(1);
  await sendForm(page, gift, { "user-agent": "another phone" });
  await sendForm(page, { ...gift, message: "Another one" }, ME);
  expect((await listGifts(service.api, code)).giftCount).toBe(3);
});
