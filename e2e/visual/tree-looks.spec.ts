import type { Page } from "@playwright/test";
import { TREE_LOOKS, TREE_TYPES } from "#contract/trees";
import { expect, test } from "../fixtures/visiting.ts";
import { createTree, type PlantedTree } from "../fixtures/visitors.ts";
import { addFixedGifts } from "./fixed-tree.ts";

// If one gift of twelve is drawn differently, half a percent of the pixels change; another rasterizer's edges change
// fewer than this.
const CLOSE = { maxDiffPixelRatio: 0.002, scale: "device" } as const;
const windows = { phone: { width: 360, height: 740 }, desktop: { width: 900, height: 740 } };

/** Opens the page of a paused tree, which has no form, and so no preview of a gift on the tree. */
const goToPaused = async (page: Page, site: string, { code, cookie }: PlantedTree) => {
  const headers = { "content-type": "application/json", cookie };
  const body = JSON.stringify({ isPaused: true });
  expect((await fetch(`${site}/owner/trees/${code}`, { method: "PATCH", headers, body })).status).toBe(200);
  await page.goto(`/send-message?tree=${code}`);
  // It would move the picture by a part of a pixel.
  await page.locator(".notice").evaluate((notice) => notice.parentElement?.remove());
};

// At a scale of 0.6 the files are a third of the size, and show as much.
test.use({ deviceScaleFactor: 0.6, serviceWorkers: "block" });

for (const type of TREE_TYPES) {
  for (const count of [0, 12, 60]) {
    test(`draws a ${type} tree with ${count} gifts as before, in light and dark, on phone and desktop`, async ({
      page,
      site,
    }) => {
      const tree = await createTree(site, { type });
      if (count > 0) await addFixedGifts(tree.code, count);
      await goToPaused(page, site, tree);
      const picture = page.locator(".tree-picture");
      await expect(picture.locator("[data-gift]")).toHaveCount(count);
      for (const [device, size] of Object.entries(windows)) {
        await page.setViewportSize(size);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          await expect(picture).toHaveScreenshot(`${type}-${count}-${device}-${colorScheme}.png`, CLOSE);
        }
      }
    });
  }
  for (const look of TREE_LOOKS.filter((each) => each !== "classic")) {
    test(`draws a ${type} tree in the look ${look} as before, the same in light and dark`, async ({ page, site }) => {
      const tree = await createTree(site, { type, look });
      await addFixedGifts(tree.code, 12);
      await page.setViewportSize(windows.desktop);
      await goToPaused(page, site, tree);
      const picture = page.locator(".tree-picture");
      await expect(picture.locator("[data-gift]")).toHaveCount(12);
      // The page shows behind the round corners.
      await page.evaluate(() => document.documentElement.style.setProperty("background", "white"));
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await expect(picture).toHaveScreenshot(`${type}-${look}.png`, CLOSE);
      }
    });
  }
}
