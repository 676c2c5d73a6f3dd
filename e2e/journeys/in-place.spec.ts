import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { expect, openSettings, test } from "../fixtures/visiting.ts";
import { addGift, createTree } from "../fixtures/visitors.ts";

// Soft navigation must have the same result as the browser's own: the page, its URL, and going back.

const LINK = `https://video.example/watch?v=${"abcdefgh".repeat(24)}`;
const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
/** Marks the page, to detect whether it was reloaded. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute("data-marked", ""));
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute("data-marked"));

test("keeps a long link inside its card, during the unwrapping and in print", async ({ page, site, api, signInAs }) => {
  const tree = await createTree(site);
  await addGift(api, tree.code, `Our song: ${LINK}`, { senderName: "W".repeat(30) });
  await signInAs(tree.cookie);
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of ["opening", "keepsake"]) {
    await page.goto(`/my-trees/${tree.code}/${path}`);
    if (path === "opening") await page.getByRole("link", { name: "Unwrap the first gift" }).click();
    await expect(page.getByText(LINK)).toBeVisible();
    expect([path, await scrollsSideways(page)]).toEqual([path, false]);
  }
});

test("goes to the sign-in page itself if the session has ended", async ({ page, site, api, signInAs, context }) => {
  const tree = await createTree(site);
  for (const text of ["One", "Two"]) await addGift(api, tree.code, text);
  await signInAs(tree.cookie);
  await page.goto(`/my-trees/${tree.code}/opening`);
  await page.getByRole("link", { name: "Unwrap the first gift" }).click();
  await expect(page.getByText("Two", { exact: true })).toBeVisible();
  await context.clearCookies();
  await page.getByRole("button", { name: "Next gift" }).click();
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await expect(page.getByRole("button", { name: "Sign out" })).toHaveCount(0);
});

/** Adds a gift to a new tree. Returns the heading of the thank-you page. */
async function sendGift(page: Page, site: string) {
  const tree = await createTree(site);
  await page.goto(`/send-message?tree=${tree.code}`);
  await page.getByLabel("Your message").fill("Hello");
  await page.getByLabel("Your name").fill("Bob");
  await page.getByRole("button", { name: "Send" }).click();
  const thanks = page.getByRole("heading", { name: "It's on the tree!" });
  await expect(thanks).toBeVisible();
  return thanks;
}

test("returns to the form by going back after sending a gift, repeatedly", async ({ page, site }) => {
  const thanks = await sendGift(page, site);
  await page.goBack();
  await expect(page.getByLabel("Your message")).toBeVisible();
  await page.goForward();
  await expect(thanks).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Your message")).toBeVisible();
  await expect(thanks).toHaveCount(0);
});

test.describe("on a slow connection", () => {
  test.use({ serviceWorkers: "block" });

  test("shows the thank-you page again by going forward, even before the form's scripts have loaded", async ({
    page,
    site,
  }) => {
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

test("follows a link within the page without a reload, and keeps the typed text", async ({ page, site }) => {
  const tree = await createTree(site);
  await page.goto(`/send-message?tree=${tree.code}`);
  await page.getByLabel("Your message").fill("Begun");
  await mark(page);
  await page.locator("body").press("Home");
  await page.getByRole("link", { name: "Skip to content" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#content$/);
  await page.goBack();
  await expect(page).not.toHaveURL(/#content$/);
  expect(await isMarked(page)).toBe(true);
  await expect(page.getByLabel("Your message")).toHaveValue("Begun");
});

test("submits a form once when it is clicked twice, and shows the first answer", async ({ page, site, signInAs }) => {
  const tree = await createTree(site);
  await signInAs(tree.cookie);
  await page.goto(`/my-trees/${tree.code}`);
  await openSettings(page);
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

test.describe("in a browser with an old name of its time zone", () => {
  test.use({ timezoneId: "Asia/Calcutta" });

  test("preselects that time zone for a new tree", async ({ page, site, signInAs }) => {
    const { cookie } = await createTree(site);
    await signInAs(cookie);
    await page.goto("/create");
    await page.getByRole("link", { name: "Next", exact: true }).click();
    await page.getByLabel("The tree's name").fill("Diwali");
    await expect(page.getByLabel("Time zone")).toHaveValue("Asia/Kolkata");
    await page.getByRole("button", { name: "Create the tree" }).click();
    await expect(page.getByRole("status").first()).toContainText("Your tree is ready!");
  });
});
