import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/visiting.ts";
import { createTree } from "../fixtures/visitors.ts";

/** The gifts whose name is wider than the box it is in. */
const tooWide = (page: Page, gifts: string) =>
  page.locator(gifts).evaluateAll((boxes) =>
    boxes
      .filter((box) => {
        const name = document.createRange();
        name.selectNodeContents(box);
        const [inner, outer] = [name.getBoundingClientRect(), box.getBoundingClientRect()];
        return inner.left < outer.left - 1 || inner.right > outer.right + 1;
      })
      .map((box) => box.textContent?.trim()),
  );

for (const width of [320, 390]) {
  test.describe(`in Japanese, ${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 800 } });

    test("fits every page into the window, long words in headings too", async ({ page }) => {
      const list: { name: string; language: string }[] = await (await page.request.get("/ja/guides/list.json")).json();
      expect(list.filter(({ language }) => language !== "ja")).toEqual([]);
      const guides = list.map(({ name }) => `/guides/${name}`);
      for (const address of ["", "/create", "/guides/", "/sign-up", "/status", "/nothing", ...guides]) {
        await page.goto(`/ja${address}`);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(width);
      }
    });

    test("breaks the names of gifts within their boxes, and names the chosen one beside the question", async ({
      page,
      site,
    }) => {
      await page.goto("/ja");
      const boxes = "#demo-gifts button";
      await expect(page.locator(boxes).last()).toBeAttached();
      expect(await page.locator(boxes).count()).toBeGreaterThan(5);
      expect(await tooWide(page, boxes)).toEqual([]);

      const { code } = await createTree(site);
      await page.goto(`/ja/send-message?tree=${code}`);
      const question = await page.locator("legend").evaluate((legend) => {
        const words = document.createRange();
        words.selectNodeContents(legend);
        return words.getBoundingClientRect().toJSON();
      });
      const names = page.locator("label:has([name=giftAssetId]) > span");
      await expect(names.last()).toBeAttached();
      const places = await names.evaluateAll((all) => all.map((name) => name.getBoundingClientRect().toJSON()));
      expect(places.length).toBeGreaterThan(20);
      for (const { left, height } of places) {
        expect(left).toBeGreaterThan(question.right);
        expect(height).toBeLessThan(1.5 * question.height);
      }
    });
  });
}

test("keeps the header on one line of the smallest phone", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto("/ja");
  const [brand, menu] = await page
    .locator("body > header")
    .evaluate(({ children }) => [...children].map((each) => each.getBoundingClientRect().top));
  expect(brand).toBe(menu);
});

test("keeps a title of ten letters on one line of the smallest phone", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto("/ja/guides/privacy");
  const title = page.getByRole("heading", { name: "プライバシーポリシー", level: 1 });
  const [height, line] = await title.evaluate((h1) => [
    h1.clientHeight,
    Number.parseFloat(getComputedStyle(h1).lineHeight),
  ]);
  expect(height).toBeLessThan(1.5 * (line ?? 0));
});

test("breaks Japanese lines between phrases, in lists and tables too", async ({ page }) => {
  await page.goto("/ja/guides/privacy");
  for (const part of ["h2", "p", "li", "td", "a"]) {
    await expect(page.locator(`article ${part}`).first()).toHaveCSS("word-break", "auto-phrase");
  }
});
