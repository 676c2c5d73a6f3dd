import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/visiting.ts";
import { addGift, createTree } from "../fixtures/visitors.ts";

const PHONE = { width: 360, height: 640 };
const LINK = "Link to share";
const COPY = "Copy link";

async function leaveGift(page: Page, code: string) {
  await page.goto(`/send-message?tree=${code}`);
  await page.getByLabel("Your message").fill("Hello");
  await page.getByLabel("Your name").fill("Bob");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("heading", { name: "It's on the tree!" })).toBeVisible();
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
    await expect(page.getByText("We've selected it for you. Now copy it.")).toBeVisible();
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
      await expect(page.getByRole("button", { name: canShare ? "Tell friends" : COPY })).toBeVisible();
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

test.describe("a tree's owner", () => {
  test.use({ viewport: PHONE });

  /** Keeps what is copied and shared on the page; a browser inside an app refuses the clipboard. */
  const keepShared = (page: Page, { refusesCopies = false } = {}) =>
    page.addInitScript((refuses) => {
      const kept = (value: unknown) => Promise.resolve(Object.assign(window, { kept: value })).then(() => {});
      navigator.clipboard.writeText = (text) =>
        refuses ? Promise.reject(new DOMException("refused", "NotAllowedError")) : kept({ copied: text });
      Object.defineProperty(Navigator.prototype, "share", {
        value: ({ files = [], ...words }: ShareData) =>
          kept({ ...Reflect.get(window, "kept"), files: files.length, ...words }),
      });
      Object.defineProperty(Navigator.prototype, "canShare", { value: () => true });
    }, refusesCopies);
  const kept = (page: Page) => page.evaluate(() => Reflect.get(window, "kept"));

  test("copies the tree's link with the story picture, and says so", async ({ page, site, signInAs }) => {
    const { code, cookie } = await createTree(site);
    await signInAs(cookie);
    await keepShared(page);
    await page.goto(`/my-trees/${code}`);
    await page.getByRole("link", { name: "Share as a story" }).click();
    await expect.poll(() => kept(page)).toEqual({ copied: `${site}/send-message?tree=${code}`, files: 1 });
    await expect(page.getByRole("status").filter({ hasText: "Link copied. Add it as a sticker." })).toBeVisible();
  });

  test("says nothing of a copied link where the browser refuses the clipboard", async ({ page, site, signInAs }) => {
    const { code, cookie } = await createTree(site);
    await signInAs(cookie);
    await keepShared(page, { refusesCopies: true });
    await page.goto(`/my-trees/${code}`);
    await page.getByRole("link", { name: "Share as a story" }).click();
    await expect.poll(() => kept(page)).toEqual({ files: 1 });
    await expect(page.getByText("Link copied.")).toHaveCount(0);
  });

  test("sends and copies a thank-you with the tree's address", async ({ page, site, api, signInAs }) => {
    const { code, cookie } = await createTree(site);
    await addGift(api, code, "Hello");
    await signInAs(cookie);
    await keepShared(page);
    await page.goto(`/my-trees/${code}/opening?gift=first`);
    await page.getByRole("button", { name: "Finish" }).click();
    await page.getByRole("link", { name: "Say thanks" }).click();
    await page.getByLabel("Your thank-you").fill("Thank you!");
    const url = `${site}/send-message?tree=${code}`;
    await page.getByRole("button", { name: "Copy text" }).click();
    expect(await kept(page)).toEqual({ copied: `Thank you!\n${url}` });
    await page.getByRole("button", { name: "Send it" }).click();
    expect(await kept(page)).toEqual({ copied: `Thank you!\n${url}`, files: 0, text: "Thank you!", url });

    await keepShared(page, { refusesCopies: true });
    await page.reload();
    await page.getByLabel("Your thank-you").fill("Thank you!");
    await page.getByRole("button", { name: "Copy text" }).click();
    await expect(page.getByText("We've selected it for you. Now copy it.")).toBeVisible();
    expect(await selected(page)).toBe(`Thank you!\n${url}`);
  });
});
