import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/visiting.ts";
import { addGift, createTree } from "../fixtures/visitors.ts";

/** Counts the tones that a page starts. */
const countTones = () => {
  Object.assign(window, { tones: 0 });
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (...when) {
    Object.assign(window, { tones: Reflect.get(window, "tones") + 1 });
    return start.apply(this, when);
  };
};
const tones = (page: Page): Promise<number> => page.evaluate(() => Reflect.get(window, "tones"));

test("is silent until sound is switched on, then rings once for each gift that opens", async ({
  page,
  site,
  api,
  signInAs,
}) => {
  const { code, cookie } = await createTree(site);
  for (const name of ["Carol", "Dave", "Eve", "Frank"]) await addGift(api, code, "Hello", { senderName: name });
  await signInAs(cookie);
  await page.addInitScript(countTones);
  await page.goto(`/my-trees/${code}/opening`);
  const sound = page.getByRole("button", { name: "Sound" });
  const next = page.getByRole("button", { name: "Next gift" });
  const shows = (name: string) => expect(page.getByRole("article", { name: `From ${name}` })).toBeVisible();

  await expect(sound).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("link", { name: "Unwrap the first gift" }).click();
  await shows("Frank");
  expect(await tones(page)).toBe(0);

  await sound.click();
  await expect(sound).toHaveAttribute("aria-pressed", "true");
  const ring = await tones(page);
  expect(ring).toBeGreaterThan(0);
  await next.click();
  await shows("Eve");
  await expect(sound).toHaveAttribute("aria-pressed", "true");
  expect(await tones(page)).toBe(2 * ring);
  // Open already.
  await page.getByRole("link", { name: "Previous" }).click();
  await shows("Frank");
  expect(await tones(page)).toBe(2 * ring);

  await sound.click();
  await next.click();
  await shows("Eve");
  await next.click();
  await shows("Dave");
  expect(await tones(page)).toBe(2 * ring);
  // Nothing about it is stored.
  await page.reload();
  await expect(sound).toHaveAttribute("aria-pressed", "false");
});
