import { expect, test } from "bun:test";
import { freePort } from "../../scripts/free-port.ts";
import { findApiAt } from "../addresses.test-utils.ts";
import type { RenderPage } from "./pages.ts";
import { pageCache } from "./response-cache.ts";

/** A cache with pages that count their renderings; `answers` returns the response for each count. */
function cacheOver(answers: (time: number) => Response) {
  let renders = 0;
  const render: RenderPage = async () => {
    renders += 1;
    const answer = answers(renders);
    await Bun.sleep(10);
    return answer;
  };
  const cache = pageCache(render);
  const find = (path = "/en/create", headers: Record<string, string> = {}) =>
    cache.find(new Request(`http://site${path}`, { headers }), path, "192.0.2.1");
  return { ...cache, find, renders: () => renders };
}
const page = (time: number) => new Response(`page ${time}`, { headers: { "content-type": "text/html" } });
const tooMany = () => new Response("too many", { status: 429 });

test("renders a page once for concurrent requests, and again for each language and encoding", async () => {
  const { find, renders } = cacheOver(page);
  const answers = await Promise.all(Array.from({ length: 20 }, () => find()));
  expect(new Set(await Promise.all(answers.map((answer) => answer.text())))).toEqual(new Set(["page 1"]));
  await find("/ko/create");
  await find("/en/create", { "accept-encoding": "br" });
  expect(renders()).toBe(3);
});

test("returns a private response only to the visitor it was made for", async () => {
  const { find, renders } = cacheOver(tooMany);
  expect((await find()).status).toBe(429);
  expect((await find()).status).toBe(429);
  expect(renders()).toBe(2);
});

test("an error for one visitor does not affect the others, who still share one rendering", async () => {
  const { find, renders } = cacheOver((time) => (time === 1 ? tooMany() : page(time)));
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => find()))).map(({ status }) => status);
  expect(statuses).toEqual([429, ...Array(19).fill(200)]);
  expect(renders()).toBe(2);
});

test("recalls a page only for clients that accept HTML", async () => {
  const { find, recall } = cacheOver(page);
  await find();
  const recalled = (accept: string | null) =>
    recall(new Request("http://site/en/create", { headers: accept === null ? {} : { accept } })) !== null;
  for (const accept of [null, "*/*", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"]) {
    expect([accept, recalled(accept)]).toEqual([accept, true]);
  }
  const others = [
    "text/markdown",
    "text/htmlx",
    'application/x;y="text/html"',
    "*/*;q=0 ,text/plain",
    "text/html;q=0 ,*/*",
  ];
  for (const accept of others) expect([accept, recalled(accept)]).toEqual([accept, false]);
});

test("gives a page while the API is away, with its age, as long as the page announced that it may be shown", async () => {
  const lose = findApiAt(`http://127.0.0.1:${await freePort()}`);
  const [realNow, realDate] = [performance.now, Date.now];
  // Far from the next quarter-hour, at which every page is rendered again.
  Date.now = () => 0;
  let renders = 0;
  const cache = pageCache(async (_, __, ___, reads) => {
    reads?.push({ path: "/v1/trees/aB3dE5gH", tag: '"1"' });
    renders += 1;
    return page(renders);
  });
  const find = () => cache.find(new Request("http://site/en/create"), "/en/create", "192.0.2.1");
  try {
    expect((await find()).headers.get("age")).toBeNull();
    performance.now = () => realNow.call(performance) + 30_000;
    const late = await find();
    expect(await late.text()).toBe("page 1");
    expect(Number(late.headers.get("age"))).toBeGreaterThanOrEqual(30);
    performance.now = () => realNow.call(performance) + 36_000;
    expect(await (await find()).text()).toBe("page 2");
  } finally {
    [performance.now, Date.now] = [realNow, realDate];
    lose();
  }
});

test("renders a page again if a quarter-hour passed during rendering", async () => {
  const { find, renders } = cacheOver(page);
  const quarter = 15 * 60 * 1000;
  const realNow = Date.now;
  // Five milliseconds before: rendering takes ten.
  Date.now = () => quarter - 5;
  try {
    await find();
    await find();
    expect(renders()).toBe(2);
  } finally {
    Date.now = realNow;
  }
});
