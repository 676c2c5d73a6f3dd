import type { Page } from "@playwright/test";
import { cutConnection } from "../fixtures/cut-connection.ts";
import { expect, test } from "../fixtures/visiting.ts";
import { createTree, deleteTree, listGifts, type PlantedTree } from "../fixtures/visitors.ts";

const text = "Something I thought about for an hour. 🎄";
const message = (page: Page) => page.getByLabel("Your message");
const send = (page: Page) => page.getByRole("button", { name: "Send" }).click();
const thanks = (page: Page) => page.getByRole("status").filter({ hasText: "It's on the tree!" });
const offline = (page: Page) => page.getByRole("alert").filter({ hasText: "You're offline. Your message is saved" });

let tree: PlantedTree;
let giftsHung: () => Promise<number>;

test.beforeEach(async ({ page, site, api }) => {
  tree = await createTree(site);
  giftsHung = async () => (await listGifts(api, tree.code)).giftCount;
  await write(page);
});

async function write(page: Page, words = text) {
  await page.goto(`/send-message?tree=${tree.code}`);
  await page.locator("label", { hasText: "Snow globe" }).click();
  await message(page).fill(words);
  await page.getByLabel("Your name").fill("Bob");
  await page.getByLabel("Show my name on the tree").check();
}

async function expectAllThere(page: Page) {
  await expect(message(page)).toHaveValue(text);
  await expect(page.getByLabel("Your name")).toHaveValue("Bob");
  await expect(page.getByRole("radio", { name: "Snow globe" })).toBeChecked();
  await expect(page.getByLabel("Show my name on the tree")).toBeChecked();
}

for (const moment of ["before", "after it arrived"] as const) {
  test.describe(`when the connection is cut, ${moment === "before" ? "before the gift was sent" : moment}`, () => {
    test.beforeEach(async ({ page }) => {
      await cutConnection(page, moment);
      await send(page);
      await expect(offline(page)).toBeVisible();
      await expect(offline(page)).toBeFocused();
      await expectAllThere(page);
    });

    test("sends the gift once with one more click", async ({ page }) => {
      await send(page);
      await expect(thanks(page)).toBeVisible();
      expect(await giftsHung()).toBe(1);
    });

    test("keeps the text when the page is reloaded in between", async ({ page }) => {
      await page.reload();
      await expect(page.getByText("We've restored your draft.")).toBeVisible();
      await expectAllThere(page);
      await send(page);
      await expect(thanks(page)).toBeVisible();
      expect(await giftsHung()).toBe(1);
    });

    test("keeps the text when the tab is closed and the tree opened again", async ({ page, context }) => {
      await page.close();
      const again = await context.newPage();
      await again.goto(`/send-message?tree=${tree.code}`);
      await expectAllThere(again);
      await send(again);
      await expect(thanks(again)).toBeVisible();
      expect(await giftsHung()).toBe(1);
      await again.reload();
      await again.goto(`/send-message?tree=${tree.code}`);
      await expect(message(again)).toHaveValue("");
    });
  });
}

test("says that a text changed after an unnoticed success is not a repeat, and sends it with the next click", async ({
  page,
}) => {
  await cutConnection(page, "after it arrived");
  await send(page);
  await expect(offline(page)).toBeVisible();
  await message(page).fill("A second thought");
  await send(page);
  await expect(page.getByRole("alert").filter({ hasText: "Your earlier message was sent." })).toBeVisible();
  await expect(message(page)).toHaveValue("A second thought");
  expect(await giftsHung()).toBe(1);
  await send(page);
  await expect(thanks(page)).toBeVisible();
  expect(await giftsHung()).toBe(2);
});

test("offers no draft in another tab after the text was sent", async ({ page, context }) => {
  await send(page);
  await expect(thanks(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto(`/send-message?tree=${tree.code}`);
  await expect(message(other)).toHaveValue("");
  await page.goBack();
  await expect(message(page)).toHaveValue("");
  expect(await giftsHung()).toBe(1);
});

test("keeps an unsent text for a day, and deletes it after a week", async ({ page, site }) => {
  const other = await createTree(site);
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("gift-draft")));
  await page.clock.install();
  await page.goto("/");
  await page.clock.setFixedTime(Date.now() + 24 * 60 * 60 * 1000);
  await page.goto(`/send-message?tree=${tree.code}`);
  await expectAllThere(page);
  expect(await drafts()).toHaveLength(1);
  await page.clock.setFixedTime(Date.now() + 8 * 24 * 60 * 60 * 1000);
  // The device may belong to someone else by now: the draft is deleted even if its own tree is never opened again.
  await page.goto(`/send-message?tree=${other.code}`);
  await expect.poll(drafts).toEqual([]);
  await page.goto(`/send-message?tree=${tree.code}`);
  await expect(message(page)).toHaveValue("");
});

test("keeps a draft for its own tree only", async ({ page, site }) => {
  const other = await createTree(site);
  await page.goto(`/send-message?tree=${other.code}`);
  await expect(message(page)).toHaveValue("");
  await page.goto(`/send-message?tree=${tree.code}`);
  await expectAllThere(page);
});

// The server alone must ensure these: the same with scripts and without.
for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("reports offensive words at their field, and sends the corrected gift once", async ({ page }) => {
      await message(page).fill("You are a fucking idiot");
      await send(page);
      await expect(page.getByRole("alert").filter({ hasText: "We've kept everything you typed." })).toBeVisible();
      await expect(message(page)).toHaveAccessibleDescription(/^Some of these words could be hurtful\./);
      await expect(message(page)).toHaveAttribute("aria-invalid", "true");
      await expect(message(page)).toHaveValue("You are a fucking idiot");
      if (javaScriptEnabled) await expect(message(page)).toBeFocused();
      await message(page).fill(text);
      await expectAllThere(page);
      await send(page);
      await expect(thanks(page)).toBeVisible();
      expect(await giftsHung()).toBe(1);
    });

    test("accepts 500 emoji, and refuses 501", async ({ page }) => {
      await message(page).fill("🎁".repeat(501));
      await send(page);
      await expect(message(page)).toHaveAccessibleDescription(/^Use at most 500 characters\. Yours has 501\./);
      await expect(message(page)).toHaveValue("🎁".repeat(501));
      if (javaScriptEnabled) await expect(page.getByText("501 / 500")).toBeVisible();
      await message(page).fill("🎁".repeat(500));
      await send(page);
      await expect(thanks(page)).toBeVisible();
      expect(await giftsHung()).toBe(1);
    });

    test("creates one gift for a double click on Send", async ({ page }) => {
      await page.getByRole("button", { name: "Send" }).dblclick();
      await expect(thanks(page)).toBeVisible();
      expect(await giftsHung()).toBe(1);
    });

    test("returns the text if the tree was deleted meanwhile", async ({ page, site }) => {
      await deleteTree(site, tree);
      await send(page);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("We can't find that tree");
      await expect(page.getByRole("alert")).toContainText("Copy your message if you'd like to keep it.");
      await expect(message(page)).toHaveValue(text);
    });

    test("never creates a gift twice unasked after going back from the thank-you page", async ({ page }) => {
      await send(page);
      await expect(thanks(page)).toBeVisible();
      await page.goBack();
      await message(page).fill("One more");
      await page.getByLabel("Your name").fill("Bob");
      await send(page);
      const again = page.getByRole("alert").filter({ hasText: "Press Send again to send" });
      await expect(thanks(page).or(again)).toBeVisible();
      if (await again.isVisible()) await send(page);
      await expect(thanks(page)).toBeVisible();
      expect(await giftsHung()).toBe(2);
    });
  });
}
