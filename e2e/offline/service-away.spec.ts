import type { Page } from "@playwright/test";
import {
  freezeApi,
  greeted,
  newDataDir,
  removeDataDir,
  type Service,
  startService,
  stop,
} from "../../test-support/running-service.ts";
import { addCookies } from "../fixtures/cookies.ts";
import { cutConnection } from "../fixtures/cut-connection.ts";
import { expect, test } from "../fixtures/visiting.ts";
import { createTree, listGifts } from "../fixtures/visitors.ts";

// A separate service with a limit of one gift a minute, whose API may be stopped.
test.describe.configure({ mode: "default" });

const text = "Something I thought about for an hour. 🎄";
const folder = newDataDir();
let service: Service;

test.beforeAll(async () => {
  const limits = { POSTS_PER_ADDRESS: "1", TRUSTED_PROXIES: "127.0.0.1, ::1" };
  service = await greeted(await startService(folder, limits));
});

test.afterAll(async () => {
  await stop(service);
  removeDataDir(folder);
});

async function write(page: Page, code: string, message = text) {
  await page.goto(`${service.site}/send-message?tree=${code}`);
  await page.getByLabel("Your message").fill(message);
  await page.getByLabel("Your name").fill("Bob");
}

/** Sets the client's IP address, as a proxy forwards it. */
const comeFrom = (page: Page, address: string) => page.context().setExtraHTTPHeaders({ "x-forwarded-for": address });
const send = (page: Page) => page.getByRole("button", { name: "Send" }).click();
const thanks = (page: Page) => page.getByRole("status").filter({ hasText: "It's on the tree!" });
const giftsOn = async (code: string) => (await listGifts(service.api, code)).giftCount;

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("reports a rate limit, keeps the text, and sends it once the limit allows", async ({ page }) => {
      const { code } = await createTree(service.site);
      const last = javaScriptEnabled ? 1 : 2;
      await comeFrom(page, `203.0.113.${last}`);
      await write(page, code, "Something short");
      await send(page);
      await expect(thanks(page)).toBeVisible();
      await write(page, code);
      await send(page);
      await expect(page.getByRole("alert").filter({ hasText: "That's too much at once." })).toBeVisible();
      await expect(page.getByLabel("Your message")).toHaveValue(text);
      expect(await giftsOn(code)).toBe(1);
      // Instead of waiting a minute: the phone leaves the café's network for its own.
      await comeFrom(page, `198.51.100.${last}`);
      await send(page);
      await expect(thanks(page)).toBeVisible();
      expect(await giftsOn(code)).toBe(2);
    });

    test("reports an unavailable service, keeps the text, and sends it once later", async ({ page }) => {
      const { code } = await createTree(service.site);
      await comeFrom(page, `203.0.113.${javaScriptEnabled ? 3 : 4}`);
      await write(page, code);
      const api = freezeApi(service);
      try {
        await send(page);
        const notice = page.getByRole("alert").filter({ hasText: "We're having trouble right now" });
        await expect(notice).toBeVisible();
        await expect(page.getByLabel("Your message")).toHaveValue(text);
      } finally {
        api.wake();
      }
      await send(page);
      await expect(thanks(page)).toBeVisible();
      expect(await giftsOn(code)).toBe(1);
    });

    test("keeps an owner's word to hide while nobody can say who is signed in, and adds it later", async ({ page }) => {
      const { cookie } = await createTree(service.site);
      await addCookies(page.context(), service.site, cookie);
      await page.goto(`${service.site}/account`);
      await page.getByLabel("Word or name").fill(text);
      const api = freezeApi(service);
      try {
        await page.getByRole("button", { name: "Add to the list" }).click();
        await expect(page.getByRole("alert").filter({ hasText: "Nothing was sent." })).toBeInViewport();
        await expect(page.getByText(text)).toBeVisible();
      } finally {
        api.wake();
      }
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(page).toHaveURL(`${service.site}/account?hidden`);
      await expect(page.locator("#hiding ~ details")).toContainText(text);
    });

    test("signs this device out while the service is away, and says that the session may live on", async ({ page }) => {
      const { cookie } = await createTree(service.site);
      await addCookies(page.context(), service.site, cookie);
      await page.goto(`${service.site}/my-trees`);
      const api = freezeApi(service);
      try {
        await page.getByRole("button", { name: "Sign out" }).click();
        await expect(
          page.getByRole("alert").filter({ hasText: "may still be signed in on our side" }),
        ).toBeInViewport();
      } finally {
        api.wake();
      }
      await page.goto(`${service.site}/my-trees`);
      await expect(page).toHaveURL(/sign-in/);
    });
  });
}

test("creates a gift once if the phone changes its network after it arrived", async ({ page }) => {
  const { code } = await createTree(service.site);
  await comeFrom(page, "203.0.113.5");
  await write(page, code);
  await cutConnection(page, "after it arrived");
  await send(page);
  await expect(page.getByRole("alert").filter({ hasText: "You're offline. Your message is saved" })).toBeVisible();
  await comeFrom(page, "198.51.100.5");
  await send(page);
  await expect(thanks(page)).toBeVisible();
  expect(await giftsOn(code)).toBe(1);
});
