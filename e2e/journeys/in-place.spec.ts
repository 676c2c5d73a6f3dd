import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/visiting.ts";
import { addGift, createTree } from "../fixtures/visitors.ts";

// What scripts do in place must come to what the browser does by itself: the page, its address, and the way back.

const LINK = `https://video.example/watch?v=${"abcdefgh".repeat(24)}`;
const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
/** Whether the page is still the one that was marked, and was not loaded anew. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute("data-marked", ""));
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute("data-marked"));

test("a long link in a text keeps within its card, unwrapped and on paper", async ({ page, site, api, signInAs }) => {
  const tree = await createTree(site);
  await addGift(api, tree.code, `Our song: ${LINK}`, { senderName: "W".repeat(30) });
  await signInAs(tree.cookie);
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of ["opening", "keepsake"]) {
    await page.goto(`/my-trees/${tree.code}/${path}`);
    if (path === "opening") await page.getByRole("link", { name: "Begin", exact: true }).click();
    await expect(page.getByText(LINK)).toBeVisible();
    expect([path, await scrollsSideways(page)]).toEqual([path, false]);
  }
});

test("who is not signed in any more is led to the sign-in page itself", async ({
  page,
  site,
  api,
  signInAs,
  context,
}) => {
  const tree = await createTree(site);
  for (const text of ["One", "Two"]) await addGift(api, tree.code, text);
  await signInAs(tree.cookie);
  await page.goto(`/my-trees/${tree.code}/opening`);
  await page.getByRole("link", { name: "Begin", exact: true }).click();
  await expect(page.getByText("Two", { exact: true })).toBeVisible();
  await context.clearCookies();
  await page.getByRole("link", { name: "Next gift" }).click();
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await expect(page.getByRole("button", { name: "Sign out" })).toHaveCount(0);
});

/** Hangs a gift on a tree of somebody's, and gives what the page says then. */
async function sendGift(page: Page, site: string) {
  const tree = await createTree(site);
  await page.goto(`/send-message?tree=${tree.code}`);
  await page.getByLabel("Your message").fill("Hello");
  await page.getByLabel("Your name").fill("Bob");
  await page.getByRole("button", { name: "Send" }).click();
  const thanks = page.getByRole("heading", { name: "Your gift hangs on the tree. Thank you!" });
  await expect(thanks).toBeVisible();
  return thanks;
}

test("after a gift was sent, back leads to the form, however often", async ({ page, site }) => {
  const thanks = await sendGift(page, site);
  await page.goBack();
  await expect(page.getByLabel("Your message")).toBeVisible();
  await page.goForward();
  await expect(thanks).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Your message")).toBeVisible();
  await expect(thanks).toHaveCount(0);
});

test.describe("on a slow line", () => {
  test.use({ serviceWorkers: "block" });

  test("forward leads to the thanks again also before the form's scripts are there", async ({ page, site }) => {
    const thanks = await sendGift(page, site);
    await page.route("**/_astro/*.js", async (route) => {
      await sleep(2000);
      await route.continue().catch(() => {});
    });
    await page.goBack({ waitUntil: "commit" });
    await expect(page.getByLabel("Your message")).toBeVisible();
    await page.goForward({ waitUntil: "commit" });
    await expect(thanks).toBeVisible();
  });
});

test("a way to a part of the page loads nothing anew, and loses nothing", async ({ page, site }) => {
  const tree = await createTree(site);
  await page.goto(`/send-message?tree=${tree.code}`);
  await page.getByLabel("Your message").fill("Begun");
  await mark(page);
  await page.locator("body").press("Home");
  await page.getByRole("link", { name: "Skip to the content" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#content$/);
  await page.goBack();
  await expect(page).not.toHaveURL(/#content$/);
  expect(await isMarked(page)).toBe(true);
  await expect(page.getByLabel("Your message")).toHaveValue("Begun");
});

test("a form that is pressed twice is sent once, and the answer is that to the first", async ({
  page,
  site,
  signInAs,
}) => {
  const tree = await createTree(site);
  await signInAs(tree.cookie);
  await page.goto(`/my-trees/${tree.code}`);
  await page.getByText("Delete the tree").first().click();
  await page.getByRole("checkbox", { name: /Yes, delete this tree/ }).check();
  await page.route(`**/my-trees/${tree.code}/delete`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await page.getByRole("button", { name: "Delete the tree" }).click({ clickCount: 2, delay: 30 });
  await expect(page).toHaveURL(/\/my-trees(\?.*)?$/);
  await expect(page.getByRole("status")).toBeVisible();
});

test.describe("in a browser that calls its zone by an old name", () => {
  test.use({ timezoneId: "Asia/Kolkata" });

  test("a tree opens at that zone's midnight without it being chosen", async ({ page, site, signInAs }) => {
    const { cookie } = await createTree(site);
    await signInAs(cookie);
    await page.goto("/create");
    await page.getByRole("link", { name: "Next", exact: true }).click();
    await page.getByLabel("The tree's name").fill("Diwali");
    await expect(page.getByLabel("Time zone")).toHaveValue(/^Asia\/(Calcutta|Kolkata)$/);
    await page.getByRole("link", { name: "Next", exact: true }).click();
    await page.getByRole("button", { name: "Create the tree" }).click();
    await expect(page.getByRole("status").first()).toContainText("Your tree is planted");
  });
});
