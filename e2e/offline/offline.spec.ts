import type { Page } from "@playwright/test";
import { goOffline } from "../fixtures/cut-connection.ts";
import { expect, test } from "../fixtures/visiting.ts";
import { createTree } from "../fixtures/visitors.ts";

const { SITE_PORT = "4421" } = process.env;
const siteUrl = `http://localhost:${SITE_PORT}`;

/** Waits until the worker has cached the current page. */
async function isCached(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => keptPages(page)).toContain(new URL(page.url()).pathname + new URL(page.url()).search);
}

async function keptPages(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("pages"));
    const cached = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return cached.flat().map(({ url }) => new URL(url).pathname + new URL(url).search);
  });
}

test("shows a visited tree without a connection", async ({ page, context, javaScriptEnabled }) => {
  const { code } = await createTree(siteUrl);
  const address = `/send-message?tree=${code}`;
  await page.goto(address);
  // Without JavaScript nothing is cached, and the browser shows its own offline error.
  if (javaScriptEnabled === false) {
    await context.setOffline(true);
    await expect(page.reload()).rejects.toThrow("ERR_INTERNET_DISCONNECTED");
    return;
  }
  await isCached(page);
  await goOffline(context);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("A tree");
  await expect(page.getByLabel("Your message")).toBeVisible();
  // Its styles are cached as well.
  expect(await page.evaluate(() => getComputedStyle(document.body).display)).toBe("grid");

  await page.goto("/create?type=birthday");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You're offline");
  expect(await page.evaluate(() => getComputedStyle(document.body).display)).toBe("grid");
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("radio", { name: "Birthday" })).toBeChecked();
});

test("shows the offline page in the visitor's language", async ({ browser, javaScriptEnabled }, info) => {
  const page = await browser.newPage({ ...info.project.use, locale: "ko-KR" });
  if (javaScriptEnabled === false) await page.goto("/offline");
  else {
    await page.goto("/");
    await isCached(page);
    await goOffline(page.context());
    await page.goto("/no-such-page");
  }
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("오프라인이에요");
  await expect(page.getByRole("link", { name: "다시 시도하기" })).toBeVisible();
  await page.context().setOffline(false);
  await page.goto("/en/offline");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You're offline");
  await page.close();
});

test("caches no owner's page, and clears the cache on signing in", async ({
  page,
  context,
  becomeOwner,
  javaScriptEnabled,
}) => {
  await page.goto("/");
  if (javaScriptEnabled !== false) await isCached(page);
  await becomeOwner();
  await page.goto("/my-trees");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My trees");
  if (javaScriptEnabled === false) {
    // Browsers that cache pages by themselves must be forbidden to.
    expect((await page.goto("/my-trees"))?.headers()["cache-control"]).toBe("private, no-store, no-transform");
    return;
  }
  await expect.poll(() => keptPages(page)).toEqual([]);
  await goOffline(context);
  await page.goto("/my-trees");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You're offline");
  await expect(page.locator('form[action$="/sign-out"]')).toHaveCount(0);
});
