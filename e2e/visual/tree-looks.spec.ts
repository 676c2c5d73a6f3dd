import type { Page } from "@playwright/test";
import { TREE_LOOKS, TREE_TYPES } from "#contract/trees";
import { addCookies, cookieOfOutcome } from "../fixtures/cookies.ts";
import { expect, test } from "../fixtures/visiting.ts";
import { createTree } from "../fixtures/visitors.ts";
import { addFixedGifts } from "./fixed-tree.ts";

// If one gift of twelve is drawn differently, half a percent of the pixels change; another rasterizer's edges change
// fewer than this.
const CLOSE = { maxDiffPixelRatio: 0.002, scale: "device" } as const;
const windows = { phone: { width: 360, height: 740 }, desktop: { width: 900, height: 740 } };

// At a scale of 0.6 the files are a third of the size, and show as much.
const goToThanks = async (page: Page, site: string, code: string) => {
  const address = `/send-message?tree=${code}&hung=none`;
  await addCookies(page.context(), site, cookieOfOutcome(address));
  await page.goto(address);
};

test.use({ deviceScaleFactor: 0.6, serviceWorkers: "block" });

for (const type of TREE_TYPES) {
  for (const count of [0, 12, 60]) {
    test(`draws a ${type} tree with ${count} gifts as before, in light and dark, on phone and desktop`, async ({
      page,
      site,
    }) => {
      const { code } = await createTree(site, { type });
      if (count > 0) await addFixedGifts(code, count);
      // The thank-you page shows the tree without the preview gift.
      await goToThanks(page, site, code);
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
      const { code } = await createTree(site, { type, look });
      await addFixedGifts(code, 12);
      await page.setViewportSize(windows.desktop);
      await goToThanks(page, site, code);
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
