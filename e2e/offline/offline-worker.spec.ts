import { expect, type Page, test } from "@playwright/test";
import { goOffline } from "../fixtures/cut-connection.ts";
import { createTree } from "../fixtures/visitors.ts";

const { SITE_PORT = "4421" } = process.env;
const siteUrl = `http://localhost:${SITE_PORT}`;

const isCached = (page: Page) => page.evaluate(async () => Boolean(await caches.match(location.href)));
const worker = `${siteUrl}/service-worker.js`;

/** The URLs of the active worker, and of the waiting one. */
async function workers(page: Page) {
  return page.evaluate(async () => {
    const { active, waiting } = await navigator.serviceWorker.ready;
    return [active?.scriptURL, waiting?.scriptURL];
  });
}

test("caches a page that loaded before the worker, even if the worker started before the page's scripts", async ({
  page,
}) => {
  const { code } = await createTree(siteUrl);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/Page\..*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/send-message?tree=${code}`, { waitUntil: "commit" });
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/service-worker.js");
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  });
  letGo();
  await expect.poll(() => isCached(page)).toBe(true);
});

test("fetches a page once in the worker, to cache a page that loaded before it, or to serve the page", async ({
  page,
  context,
}) => {
  const { code } = await createTree(siteUrl);
  const address = `${siteUrl}/send-message?tree=${code}`;
  let toWorker = 0;
  context.on("request", (request) => {
    if (request.serviceWorker() && request.url() === address) toWorker += 1;
  });
  await page.goto(address);
  await expect.poll(() => isCached(page)).toBe(true);
  expect(toWorker).toBe(1);
  await page.reload({ waitUntil: "load" });
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  // An unwanted extra request would be made by now.
  await page.waitForTimeout(500);
  expect(toWorker).toBe(2);
});

test("keeps a new worker waiting while a page is open, so requests through the old one are answered", async ({
  page,
}) => {
  await page.goto("/");
  await expect.poll(() => isCached(page)).toBe(true);
  expect(await workers(page)).toEqual([worker, undefined]);
  await page.evaluate(() => navigator.serviceWorker.register("/service-worker.js?another"));
  await expect.poll(() => workers(page)).toEqual([worker, `${worker}?another`]);
  await page.goto("/create");
  // Once the page has registered the usual one, that waits instead.
  expect(await workers(page)).toEqual([worker, expect.stringContaining(worker)]);
});

test("shows the offline page in the last chosen language without registering another worker", async ({
  page,
  context,
}) => {
  await page.goto("/create");
  await expect.poll(() => isCached(page)).toBe(true);
  await page.getByRole("link", { name: "한국어" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("트리 만들기");
  const offlineLanguage = async () => (await caches.match("/offline"))?.headers.get("content-language");
  await expect.poll(() => page.evaluate(offlineLanguage)).toBe("ko");
  expect(await workers(page)).toEqual([worker, undefined]);
  await goOffline(context);
  await page.goto("/no-such-page");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("오프라인이에요");
});

test("refetches an offline page that is older than a day", async ({ page }) => {
  const keptOn = () =>
    page.evaluate(async () => {
      const answer = await caches.match("/offline");
      const text = await answer?.text();
      return answer && { date: answer.headers.get("date"), text };
    });
  await page.goto("/create");
  await expect.poll(() => isCached(page)).toBe(true);
  const { text } = (await keptOn()) ?? {};
  const keep = (days: number) =>
    page.evaluate(async (date) => {
      const [name = ""] = (await caches.keys()).filter((each) => each.startsWith("offline"));
      const headers = { date, "content-type": "text/html", "content-language": "en" };
      await (await caches.open(name)).put("/offline", new Response("Of another day", { headers }));
    }, new Date(Date.now() - days * 86_400_000).toUTCString());
  await keep(0.9);
  await page.reload();
  await page.waitForTimeout(1000);
  expect((await keptOn())?.text).toBe("Of another day");
  await keep(1.1);
  await page.reload();
  await expect.poll(async () => (await keptOn())?.text).toBe(text);
});
