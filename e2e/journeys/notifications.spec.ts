import { createECDH } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "../fixtures/visiting.ts";
import { createTree, inDays } from "../fixtures/visitors.ts";

// The browser's own push service is not reached: it would be Google's. The subscription is one that the service knows, and
// the devtools deliver what a push service would.
const KEYS = { p256dh: createECDH("prime256v1").generateKeys().toString("base64url"), auth: "AAAAAAAAAAAAAAAAAAAAAA" };

// The headless shell refuses notifications.
const { WHOLE_CHROMIUM_PATH } = process.env;
test.use({ launchOptions: { executablePath: WHOLE_CHROMIUM_PATH, args: ["--no-sandbox"] } });

/** How often this page was asked whether it may show notifications. */
const asked = (page: Page) => page.evaluate(() => Number(Reflect.get(window, "asked") ?? 0));

async function withPush(context: BrowserContext, site: string, permission: "granted" | "denied" = "granted") {
  if (permission === "granted") await context.grantPermissions(["notifications"], { origin: site });
  await context.addInitScript(
    ({ keys, permission }) => {
      const endpoint = `http://127.0.0.1:1/${crypto.randomUUID()}`;
      const subscription = { endpoint, expirationTime: null, keys };
      const ask = async () => {
        Reflect.set(window, "asked", Number(Reflect.get(window, "asked") ?? 0) + 1);
        return permission;
      };
      Notification.requestPermission = ask;
      if (permission === "denied") Object.defineProperty(Notification, "permission", { value: "default" });
      PushManager.prototype.subscribe = async () =>
        Object.assign(Object.create(PushSubscription.prototype), { toJSON: () => subscription });
    },
    { keys: KEYS, permission },
  );
}

test("an owner asks for notifications with one press, sees the device in the account, and ends them there", async ({
  page,
  context,
  site,
  signInAs,
}) => {
  await withPush(context, site);
  await signInAs((await createTree(site)).cookie);
  await page.goto("/my-trees");
  const ask = page.getByRole("button", { name: "Tell me right away" });
  await expect(ask).toBeVisible();
  await expect(page.getByText("It never shows a name or a message")).toBeVisible();
  expect(await asked(page)).toBe(0);
  await ask.click();
  await expect(page.getByRole("status").filter({ hasText: "You'll get notifications on this device." })).toBeVisible();
  await expect(page).toHaveURL(/\/my-trees$/);
  await page.goto("/my-trees");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(ask).toBeHidden();
  await page.goto("/account");
  const byNight = page.getByLabel("Notify my devices at night, too");
  await byNight.check();
  await page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Saved." })).toBeVisible();
  await expect(byNight).toBeChecked();
  await byNight.uncheck();
  await page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: /^Stop notifications on/ }).click();
  await expect(page.getByRole("status").filter({ hasText: "Notifications are off." })).toBeVisible();
  await expect(byNight).toBeHidden();
  await page.goto("/my-trees");
  await expect(ask).toBeVisible();
});

test("a gift's sender asks on the thank-you page, and ends it at the private link", async ({ page, context, site }) => {
  await withPush(context, site);
  const { code } = await createTree(site, { ownerName: "Ada", openingDay: inDays(30) });
  await page.goto(`/send-message?tree=${code}`);
  await page.getByLabel("Your message").fill("Warm wishes");
  await page.getByLabel("Your name").fill("Bob");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("button", { name: /^Tell me when .*Ada.* opens it$/ }).click();
  await expect(page.getByRole("status").filter({ hasText: "You'll get notifications on this device." })).toBeVisible();
  await page.getByRole("link", { name: "Take it back" }).click();
  await page.getByRole("button", { name: "Stop notifications" }).click();
  await expect(page.getByText("Notifications are off.")).toBeVisible();
  await page.getByRole("button", { name: /^Tell me when .*Ada.* opens it$/ }).click();
  await expect(page.getByText("You'll get notifications on this device.")).toBeVisible();
});

test("who cannot be notified is told so where they asked", async ({ page, context, site, signInAs }) => {
  await withPush(context, site);
  await signInAs((await createTree(site)).cookie);
  await page.goto("/my-trees");
  await page.route("**/account", (route) => route.abort());
  await page.getByRole("button", { name: "Tell me right away" }).click();
  await expect(page.getByText("Notifications couldn't be turned on.")).toBeVisible();
});

test("who refuses is told where to change it, and is asked no second time", async ({
  page,
  context,
  site,
  signInAs,
}) => {
  await withPush(context, site, "denied");
  await signInAs((await createTree(site)).cookie);
  await page.goto("/my-trees");
  const ask = page.getByRole("button", { name: "Tell me right away" });
  await ask.click();
  await expect(page.getByText("This browser doesn't allow notifications from this site.")).toBeVisible();
  await expect(ask).toBeHidden();
  expect(await asked(page)).toBe(1);
});

test("a browser that refuses, one without push, and an iPhone's outside of the home screen are offered nothing to press", async ({
  browser,
  site,
}) => {
  const { cookie } = await createTree(site);
  const browsers = {
    refuses: () => Object.defineProperty(Notification, "permission", { value: "denied" }),
    hasNone: () => Reflect.deleteProperty(window, "PushManager"),
    isOfIphone: () => {
      Reflect.deleteProperty(window, "PushManager");
      Object.defineProperty(navigator, "standalone", { value: false });
    },
  };
  for (const [name, prepare] of Object.entries(browsers)) {
    const context = await browser.newContext({ extraHTTPHeaders: { cookie } });
    await context.addInitScript(prepare);
    const page = await context.newPage();
    await page.goto(`${site}/en/my-trees`);
    await expect(page.locator("tell-me")).toHaveCount(1);
    await expect(page.getByRole("button", { name: "Tell me right away" })).toBeHidden();
    const hint = page.getByText("On an iPhone or iPad, first add this site to your home screen");
    await expect(hint).toBeVisible({ visible: name === "isOfIphone" });
    await context.close();
  }
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("there is no button", async ({ page, site, signInAs }) => {
    await signInAs((await createTree(site)).cookie);
    await page.goto("/my-trees");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("tell-me button")).toBeHidden();
  });
});

for (const [language, title] of [
  ["en", "New gifts on your tree"],
  ["ko", "트리에 새 선물이 달렸어요"],
  ["ja", "ツリーに新しいギフトが届きました"],
] as const) {
  test(`the worker shows what it is sent, and opens its page: ${language}`, async ({ page, context, site }) => {
    await context.grantPermissions(["notifications"], { origin: site });
    await page.goto(`/${language}`);
    await page.evaluate(async () => {
      await navigator.serviceWorker.register("/service-worker.js");
      await navigator.serviceWorker.ready;
    });
    const devtools = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const [found] = registrations;
        if (found) resolve(found.registrationId);
      });
    });
    await devtools.send("ServiceWorker.enable");
    const path = `/${language}/my-trees`;
    const data = JSON.stringify({ title, tag: "abc", path });
    const message = { origin: site, registrationId: await registered, data };
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    const shown = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        return (await registration.getNotifications()).map(({ title, body, tag }) => [title, body, tag]);
      });
    // The devtools lose one now and then on a busy machine; one that comes again takes the place of the first.
    await expect(async () => {
      await devtools.send("ServiceWorker.deliverPushMessage", message);
      await expect.poll(shown, { timeout: 3000 }).toEqual([[title, "", "abc"]]);
    }).toPass();
    // Chromium opens a window for a real click alone: what the click would open is looked at. What a worker has, the types of
    // pages lack.
    const opened =
      await worker.evaluate(`registration.getNotifications().then(([notification]) => new Promise((resolve) => {
      clients.openWindow = async (path) => resolve(path);
      dispatchEvent(new NotificationEvent("notificationclick", { notification }));
    }))`);
    expect(opened).toBe(path);
    expect(await shown()).toEqual([]);
  });
}
