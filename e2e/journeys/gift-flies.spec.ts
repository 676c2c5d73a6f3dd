import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/visiting.ts";
import { createTree, inDays } from "../fixtures/visitors.ts";

// Where people have switched motion off, the gift is there at once: all other specs see that.
test.use({ contextOptions: { reducedMotion: "no-preference" }, viewport: { width: 390, height: 844 } });

/** How opaque the parcel and the gift in it are at a moment of their animations, in milliseconds. */
const seenAt = (page: Page, ms: number) =>
  page.locator(".just-hung").evaluate((hung, ms) => {
    for (const each of hung.getAnimations({ subtree: true })) Object.assign(each, { currentTime: ms }).pause();
    const [parcel, gift] = [".parcel", "use:not(.parcel)"].map((part) => hung.querySelector(`:scope > ${part}`));
    const opacityOf = (part?: Element | null) => Number(part && getComputedStyle(part).opacity);
    return { parcel: opacityOf(parcel), gift: opacityOf(gift) };
  }, ms);

test("a sent gift flies to the tree in its parcel, which opens and is gone", async ({ page, site }) => {
  const { code } = await createTree(site, { openingDay: inDays(9) });
  await page.goto(`/en/send-message?tree=${code}`);
  await page.getByLabel("Your message").fill("Hello");
  await page.getByLabel("Your name").fill("Bob");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.locator(".just-hung")).toBeVisible();
  expect(await seenAt(page, 600)).toEqual({ parcel: 1, gift: 0 });
  // It never vanishes before the gift is there.
  for (let ms = 0; ms <= 3000; ms += 60) {
    const { parcel, gift } = await seenAt(page, ms);
    expect(Math.max(parcel, gift), `${ms} ms`).toBeGreaterThan(0.5);
  }
  expect(await seenAt(page, 10_000)).toEqual({ parcel: 0, gift: 1 });
});
