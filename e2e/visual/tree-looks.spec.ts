import { TREE_TYPES } from "#contract/trees";
import { expect, test } from "../fixtures/visiting.ts";
import { createTree } from "../fixtures/visitors.ts";
import { addFixedGifts } from "./fixed-tree.ts";

// One gift of twelve drawn another way is half a per cent of the pixels; the edges of another rasteriser are fewer than this.
const CLOSE = { maxDiffPixelRatio: 0.002, scale: "device" } as const;
const windows = { phone: { width: 360, height: 740 }, desktop: { width: 900, height: 740 } };

// Six tenths of the size show as much, and weigh a third.
test.use({ deviceScaleFactor: 0.6, serviceWorkers: "block" });

for (const type of TREE_TYPES) {
  for (const count of [0, 12, 60]) {
    test(`a ${type} tree with ${count} gifts looks as it did, by day and by night, on a phone and on a desk`, async ({
      page,
      site,
    }) => {
      const { code } = await createTree(site, { type });
      if (count > 0) await addFixedGifts(code, count);
      // The page of thanks shows the tree alone, without a gift that is only looked at.
      await page.goto(`/send-message?tree=${code}&hung=none`);
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
}
