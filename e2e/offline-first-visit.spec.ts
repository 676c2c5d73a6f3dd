import { expect, type Page, test } from "@playwright/test";
import { plantTree } from "./visitors.ts";

const { SITE_PORT = "4421" } = process.env;
const siteUrl = `http://localhost:${SITE_PORT}`;

const isKept = (page: Page) => page.evaluate(async () => Boolean(await caches.match(location.href)));

test("a page that came before the worker is kept, though the worker started before the page's scripts", async ({
  page,
}) => {
  const { code } = await plantTree(siteUrl);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/PageScripts\..*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/send-message?tree=${code}`, { waitUntil: "commit" });
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/service-worker.js?in=en");
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  });
  letGo();
  await expect.poll(() => isKept(page)).toBe(true);
});

test("the worker fetches a page once: for the shelf where it came before the worker, and otherwise as it comes", async ({
  page,
  context,
}) => {
  const { code } = await plantTree(siteUrl);
  const address = `${siteUrl}/send-message?tree=${code}`;
  let toWorker = 0;
  context.on("request", (request) => {
    if (request.serviceWorker() && request.url() === address) toWorker += 1;
  });
  await page.goto(address);
  await expect.poll(() => isKept(page)).toBe(true);
  expect(toWorker).toBe(1);
  await page.reload({ waitUntil: "load" });
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  // A request too many would be made by now.
  await page.waitForTimeout(500);
  expect(toWorker).toBe(2);
});
