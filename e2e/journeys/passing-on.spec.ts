import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/visiting.ts";
import { createTree } from "../fixtures/visitors.ts";

const PHONE = { width: 360, height: 640 };
const LINK = "Tell others about this tree";
const COPY = "Copy the tree's link";

async function leaveGift(page: Page, code: string) {
  await page.goto(`/send-message?tree=${code}`);
  await page.getByLabel("Your message (owner only)").fill("Hello");
  await page.getByLabel("Your name").fill("Bob");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("heading", { name: "It's on the tree! Thank you." })).toBeVisible();
}

const selected = (page: Page) => page.evaluate(() => String(getSelection()));

test.describe("after sending a gift", () => {
  test.use({ viewport: PHONE });

  test("selects the link where the browser refuses the clipboard, and says so", async ({ page, site }) => {
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException("refused", "NotAllowedError"));
    });
    const { code } = await createTree(site);
    await leaveGift(page, code);
    await page.getByRole("button", { name: COPY }).click();
    expect(await selected(page)).toBe(await page.getByLabel(LINK).inputValue());
    await expect(page.getByText("The text is selected. Copy it by hand.")).toBeVisible();
  });

  test("shows the link where the browser has no clipboard, and selects it with one tap", async ({ page, site }) => {
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "clipboard", { value: undefined }));
    const { code } = await createTree(site);
    await leaveGift(page, code);
    await expect(page.getByRole("button", { name: COPY })).toBeHidden();
    await page.getByLabel(LINK).click();
    expect(await selected(page)).toContain(code);
  });

  test("has one primary action, and everything in the middle, with a share sheet or without", async ({
    page,
    site,
  }) => {
    const { code } = await createTree(site);
    for (const canShare of [true, false]) {
      await page.addInitScript((can) => {
        Object.defineProperty(Navigator.prototype, "share", {
          value: can ? async () => {} : undefined,
          configurable: true,
        });
      }, canShare);
      await leaveGift(page, code);
      await expect(page.getByRole("button", { name: "Tell others" })).toBeVisible({ visible: canShare });
      const card = page.locator("section.card");
      await expect(card.locator(".button:not(.quiet):visible")).toHaveText(["Create your own tree"]);
      const off = await card.locator("p:visible").evaluateAll((rows) =>
        rows.map((row) => {
          const inside = document.createRange();
          inside.selectNodeContents(row);
          const { left, right } = inside.getBoundingClientRect();
          return Math.abs((left + right) / 2 - innerWidth / 2);
        }),
      );
      expect(Math.max(...off)).toBeLessThan(12);
    }
  });
});
