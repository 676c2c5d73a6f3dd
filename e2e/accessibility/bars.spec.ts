import type { Page } from "@playwright/test";
import { covered } from "../fixtures/covered.ts";
import { expect, test } from "../fixtures/visiting.ts";
import { addGift, createTree } from "../fixtures/visitors.ts";

/** Phones, with and without the bars of a browser inside an app or a keyboard, a tablet and a laptop. */
const SIZES = [
  [320, 256],
  [320, 568],
  [360, 640],
  [375, 553],
  [390, 480],
  [390, 664],
  [390, 844],
  [844, 390],
  [768, 1024],
  [1280, 800],
] as const;

/** Shows a page from its top at every size, with text as it comes and twice as large. */
async function* everySize(page: Page, address: string) {
  await page.goto(address);
  for (const [width, height] of SIZES) {
    for (const fontSize of ["100%", "200%"]) {
      await page.setViewportSize({ width, height });
      await page.evaluate((size) => {
        document.documentElement.style.setProperty("font-size", size);
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        scrollTo(0, 0);
      }, fontSize);
      yield `${width} × ${height}, text of ${fontSize}`;
    }
  }
}

test("shows a friend the field and not a button over it, on any screen", async ({ page, site }) => {
  const { code } = await createTree(site, { name: "Ada" });
  for await (const size of everySize(page, `/send-message?tree=${code}`)) {
    expect(await covered(page), size).toEqual([]);
    await page.getByLabel("Your message").scrollIntoViewIfNeeded();
    expect(await covered(page), size).toEqual([]);
    for (const field of ["[name=message]", "[name=senderName]", "[name=showSenderName]"]) {
      await page.locator(field).focus();
      expect(await covered(page, field), `${size}, ${field}`).toEqual([]);
    }
  }
});

test("shows an owner the checkbox that has focus, on any screen", async ({ page, site, api, signInAs }) => {
  const { code, cookie } = await createTree(site, { name: "Ada" });
  for (const senderName of ["Bob", "Carol", "Dave", "Erin", "Frank"]) await addGift(api, code, "Hi", { senderName });
  await signInAs(cookie);
  for await (const size of everySize(page, `/my-trees/${code}?select=`)) {
    const boxes = page.locator("[type=checkbox][name=gift]");
    await expect(boxes).toHaveCount(5);
    for (const box of await boxes.all()) {
      await box.focus();
      expect(await covered(page, "[type=checkbox]:focus"), size).toEqual([]);
    }
  }
});
