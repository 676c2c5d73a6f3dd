import type { Page } from "@playwright/test";
import { pagesOf } from "../fixtures/pdf-pages.ts";
import { expect, test } from "../fixtures/visiting.ts";
import { addGift, createTree, sendHeart } from "../fixtures/visitors.ts";

// Printing in Chromium; for Firefox and WebKit: npm run browsers.
const A6 = { width: 105, height: 148 };
const A4 = { width: 210, height: 297 };
const LETTER = { width: 216, height: 279 };
const LONG_NAME = "A tree for grandmother and all her girls";

async function print(page: Page, file: string) {
  const path = test.info().outputPath(file);
  await page.pdf({ path, preferCSSPageSize: true });
  return pagesOf(path);
}

test("prints an invitation on one postcard, however long the tree's name is", async ({ page, site }) => {
  for (const name of ["Ada", LONG_NAME, "가".repeat(40)]) {
    const { code } = await createTree(site, { name });
    await page.goto(`/invitation/${code}`);
    expect([name, await print(page, "invitation.pdf")]).toEqual([name, [A6]]);
  }
});

test("prints a keepsake as a booklet: a cover, and three letters on a page, the longest too", async ({
  page,
  site,
  api,
  signInAs,
}) => {
  const { code, cookie } = await createTree(site, { name: LONG_NAME });
  const longest = "올해도 건강하고 행복하길 바라. ".repeat(30).slice(0, 499);
  const paragraphs = Array(4).fill("I think of you, and of all that we did in this long year. ".repeat(2)).join("\n\n");
  for (const message of [
    longest,
    `${longest.slice(0, 498)}!`,
    paragraphs,
    ...["word ".repeat(66), `${"word ".repeat(30)}\n\n${"word ".repeat(26)}`],
    "Good night",
  ])
    await sendHeart(
      site,
      { code, cookie },
      await addGift(api, code, message),
      "고맙고 사랑해. ".repeat(11).slice(0, 100),
    );
  await signInAs(cookie);
  await page.goto(`/my-trees/${code}/keepsake`);
  expect(await print(page, "keepsake.pdf")).toEqual([LETTER, LETTER, LETTER]);
  const path = test.info().outputPath("a4.pdf");
  await page.pdf({ path, format: "A4" });
  expect(pagesOf(path)).toEqual([A4, A4, A4]);
});

test("prints a single letter below the cover, and of more than one none alone on a page", async ({
  page,
  site,
  api,
  signInAs,
}) => {
  const { code, cookie } = await createTree(site, { name: LONG_NAME });
  await signInAs(cookie);
  for (const [gifts, pages] of [
    [1, [LETTER]],
    [3, [LETTER, LETTER, LETTER]],
    [3, [LETTER, LETTER, LETTER, LETTER]],
  ] as const) {
    for (let gift = 0; gift < gifts; gift += 1) await addGift(api, code, "word ".repeat(99));
    await page.goto(`/my-trees/${code}/keepsake`);
    expect(await print(page, "keepsake.pdf")).toEqual(pages);
  }
});

test("prints in light colors on a dark device", async ({ page, site, signInAs }) => {
  const { code, cookie } = await createTree(site);
  await signInAs(cookie);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.goto(`/my-trees/${code}/keepsake`);
  const cover = page.locator(".cover header");
  expect(await cover.evaluate((header) => getComputedStyle(header).backgroundColor)).toBe("rgb(255, 253, 249)");
});

test("shows a keepsake on a dark screen as it is printed, on light paper", async ({ page, site, api, signInAs }) => {
  const { code, cookie } = await createTree(site);
  for (const giftAssetId of ["bell", "rose", "snow-globe", "card", "pink-teddy"])
    await addGift(api, code, "A good year", { giftAssetId });
  await signInAs(cookie);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(`/my-trees/${code}/keepsake`);
  const colors = await page.locator(".cover header, .stationery").evaluateAll((papers) => {
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const rgb = (color: string) => {
      if (!context) return [];
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    return papers.map((paper) => ({
      paper: rgb(getComputedStyle(paper).backgroundColor),
      texts: [...paper.querySelectorAll("h1, h2, p")].map((text) => rgb(getComputedStyle(text).color)),
    }));
  });
  expect(colors[0]?.paper).toEqual([255, 253, 249]);
  for (const { paper, texts } of colors)
    for (const text of texts) expect(contrast(paper, text), `${text} on ${paper}`).toBeGreaterThan(7);
  for (const { paper } of colors) expect(Math.min(...paper), `${paper}`).toBeGreaterThan(200);
});

function contrast(...colors: number[][]): number {
  const lights = colors.map((color) => {
    const [red = 0, green = 0, blue = 0] = color.map((value) =>
      value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  });
  return Math.max(...lights) / Math.min(...lights);
}
