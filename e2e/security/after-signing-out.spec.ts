import type { Page } from "@playwright/test";
import { withBackForwardCache } from "../fixtures/back-forward-cache.ts";
import { expect, test } from "../fixtures/visiting.ts";
import { addGift, createTree } from "../fixtures/visitors.ts";

// For Firefox and WebKit: npm run browsers.
test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, ...withBackForwardCache }),
});

const TEXT = "Only Ada reads this";
const signOut = (page: Page) => page.getByRole("button", { name: "Sign out" }).click();
const isSignedOut = (page: Page) => expect(page.getByText("You're signed out.")).toBeVisible();

/** Goes back and waits until that page is shown; `goBack` does not work with pages from the back-forward cache. */
async function back(page: Page) {
  await page.evaluate(() => {
    Object.assign(window, { isLeft: true });
    setTimeout(() => history.back());
  });
  await expect.poll(() => page.evaluate(() => "isLeft" in window).catch(() => true)).toBe(false);
}

/** Creates an open tree with a gift, and signs the page's browser in as its owner. */
async function ownTree(site: string, api: string, signInAs: (cookie: string) => Promise<void>) {
  const tree = await createTree(site);
  await addGift(api, tree.code, TEXT);
  await signInAs(tree.cookie);
  return tree;
}

/** Ends the owner's session from elsewhere: nothing changes in this browser. */
async function endSession(site: string, cookie: string) {
  const answer = await fetch(`${site}/auth/sign-out`, { method: "POST", headers: { cookie } });
  expect(answer.ok).toBe(true);
}

for (const elsewhere of [false, true]) {
  test(`shows no owner's page by going back after signing out ${elsewhere ? "elsewhere" : "here"}`, async ({
    page,
    site,
    api,
    signInAs,
  }) => {
    const { code, cookie } = await ownTree(site, api, signInAs);
    const own = `/my-trees/${code}`;
    const owners = ["/my-trees", own, `${own}/opening?gift=first`, `${own}/keepsake`, "/account"];
    // With an active service worker: browsers cache its responses by other rules.
    await page.goto("/");
    await page.evaluate(() => navigator.serviceWorker.ready);
    for (const path of ["/create", ...owners]) await page.goto(path);
    if (elsewhere) {
      await page.goto("/guides/");
      await endSession(site, cookie);
    } else {
      await signOut(page);
      await isSignedOut(page);
    }
    for (const path of ["/create", ...owners].toReversed()) {
      await back(page);
      await expect(page).toHaveURL(owners.includes(path) ? /\/sign-in/ : /\/create$/);
      expect(await page.content()).not.toContain(TEXT);
      await expect(page.getByRole("button", { name: "Sign out" })).toHaveCount(0);
    }
  });
}

test("empties an owner's page in another tab as soon as they sign out", async ({
  page,
  context,
  site,
  api,
  signInAs,
}) => {
  const { code } = await ownTree(site, api, signInAs);
  await page.goto(`/my-trees/${code}?all`);
  await expect(page.getByText(TEXT)).toBeVisible();
  const another = await context.newPage();
  await another.goto("/account");
  await signOut(another);
  await expect(page).toHaveURL(/\/sign-in/);
  await expect(page.getByText(TEXT)).toHaveCount(0);
});

test("empties an owner's page that is shown again after their session ended elsewhere", async ({
  page,
  site,
  api,
  signInAs,
}) => {
  const { code, cookie } = await ownTree(site, api, signInAs);
  await page.goto(`/my-trees/${code}`);
  await endSession(site, cookie);
  // The event that a browser fires when the user returns to the tab; a headless one never hides a tab.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(page).toHaveURL(/\/sign-in/);
});

test("restores the scroll position on an owner's page after going back", async ({ page, site, api, signInAs }) => {
  const { code } = await ownTree(site, api, signInAs);
  for (let gift = 0; gift < 12; gift += 1) await addGift(api, code, `Gift ${gift}`);
  await page.goto(`/my-trees/${code}?all`);
  const place = () => page.evaluate(() => Math.round(scrollY));
  await page.evaluate(() => scrollTo(0, 900));
  await expect.poll(place).toBe(900);
  await page.getByRole("link", { name: "My trees" }).evaluate((link: HTMLElement) => link.click());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My trees");
  await back(page);
  await expect(page.getByText(TEXT)).toBeVisible();
  await expect.poll(place).toBe(900);
});

test("restores what a visitor typed until they sign out", async ({ page, site, becomeOwner }) => {
  const { code } = await createTree(site);
  await becomeOwner();
  const typed = async (field: string, text: string) => {
    await page.getByLabel(field).fill(text);
    await page.getByRole("link", { name: "My trees" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("My trees");
    await back(page);
    await expect(page.getByLabel(field)).toHaveValue(text);
  };
  await page.goto(`/report?tree=${code}`);
  await typed("Anything else?", "What is wrong with it");
  await page.goto(`/send-message?tree=${code}`);
  await typed("Your message", "Begun");
  await page.getByRole("link", { name: "My trees" }).click();
  await signOut(page);
  await isSignedOut(page);
  await page.goto(`/send-message?tree=${code}`);
  await expect(page.getByLabel("Your message")).toHaveValue("");
});

test("restores what an owner typed about a new tree, and deletes it when they sign out", async ({
  page,
  context,
  becomeOwner,
}) => {
  await becomeOwner();
  await page.goto("/create#step-2");
  await page.getByLabel("The tree's name").fill("My precious tree");
  await page.getByRole("link", { name: "My trees" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My trees");
  await back(page);
  await expect(page.getByLabel("The tree's name")).toHaveValue("My precious tree");
  const otherTab = await context.newPage();
  await otherTab.goto("/create#step-2");
  await otherTab.getByLabel("The tree's name").fill("Another one");
  await page.getByRole("link", { name: "My trees" }).click();
  await signOut(page);
  await isSignedOut(page);
  await expect(otherTab.getByLabel("The tree's name")).toHaveValue("");
  expect(await otherTab.evaluate(() => sessionStorage.length)).toBe(0);
  await back(page);
  await expect(page).toHaveURL(/\/sign-in/);
  await back(page);
  await expect(page).toHaveURL(/\/create/);
  await expect(page.getByLabel("The tree's name")).toHaveValue("");
  await page.goto("/create#step-2");
  await expect(page.getByLabel("The tree's name")).toHaveValue("");
});
