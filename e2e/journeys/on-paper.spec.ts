import type { Page } from "@playwright/test";
import { pagesOf } from "../fixtures/pdf-pages.ts";
import { expect, test } from "../fixtures/visiting.ts";
import { addGift, createTree } from "../fixtures/visitors.ts";

// Printing in Chromium; for Firefox and WebKit: npm run browsers.
const A6 = { width: 105, height: 148 };
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

test("prints a keepsake with the tree first and then the messages, on as few pages as possible", async ({
  page,
  site,
  api,
  signInAs,
}) => {
  const { code, cookie } = await createTree(site, { name: LONG_NAME });
  for (let gift = 1; gift <= 6; gift += 1) await addGift(api, code, `Gift ${gift}: ${"a good year, ".repeat(9)}`);
  await signInAs(cookie);
  await page.goto(`/my-trees/${code}/keepsake`);
  expect(await print(page, "keepsake.pdf")).toEqual([LETTER, LETTER]);
});
