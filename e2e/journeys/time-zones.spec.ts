import { expect, test } from "../fixtures/visiting.ts";
import { inDays } from "../fixtures/visitors.ts";

const openingDay = inDays(30);

for (const [language, timezoneId, own, near] of [
  ["en", "Asia/Kathmandu", "Nepal Time", /^(India|Bhutan|Bangladesh|Sri Lanka)/],
  ["ko", "Asia/Seoul", "한국 표준시", "일본 표준시"],
  ["ja", "Asia/Tokyo", "日本標準時", "韓国標準時"],
] as const)
  test.describe(`in ${language} and a browser in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test("names time zones, the visitor's first, then the nearest", async ({ page }) => {
      await page.goto(`/${language}/create`);
      await expect(page.locator("#timeZone")).toHaveValue(timezoneId);
      const groups = await page
        .locator("#timeZone optgroup")
        .evaluateAll((all) => all.map((group) => group.getAttribute("label") ?? ""));
      expect(groups[0]).toBe(own);
      expect(groups.slice(1, 12)).toContainEqual(expect.stringMatching(near));
      expect(groups.length).toBeGreaterThan(150);
      const shown = await page.locator("#timeZone option").allTextContents();
      expect([...groups, ...shown].filter((words) => /GMT|_|\//.test(words))).toEqual([]);
    });
  });

test("a filled-in tree names the zone and its city, with scripts and without", async ({ page, browser }) => {
  const plain = await browser.newPage({ javaScriptEnabled: false });
  for (const each of [page, plain]) {
    await each.goto(`/ko/create?name=Ada&openingDay=${openingDay}&timeZone=Asia/Calcutta`);
    await expect(each.locator("#timeZone")).toBeVisible();
    await expect(each.locator('[label="인도 표준시"] option:checked')).toHaveText("콜카타");
  }
  await plain.close();
});

test("typing a city's first letters finds its zone", async ({ page }) => {
  await page.goto("/en/create#step-2");
  await page.locator("#timeZone").focus();
  await page.keyboard.type("new yo");
  await expect(page.locator("#timeZone")).toHaveValue("America/New_York");
});
