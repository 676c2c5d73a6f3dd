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

test("the review names the zone and its city, with scripts and without", async ({ page, browser }) => {
  await page.goto(`/create?name=Ada&openingDay=${openingDay}&timeZone=America/New_York`);
  const summary = page.locator("[data-summary]");
  await expect(summary).toHaveText(/ · Eastern Time \(New York\)$/);
  await page.goto(`/ja/create?name=Ada&openingDay=${openingDay}#step-2`);
  await page.locator("#timeZone").selectOption("Asia/Tokyo");
  await page.locator(".step:target [data-turn=next]").click();
  await expect(summary).toHaveText(/ · 日本標準時（東京）$/);
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(`/ko/create?name=Ada&openingDay=${openingDay}&timeZone=Asia/Calcutta`);
  await expect(plain.locator("[data-summary]")).toHaveText(/ · 인도 표준시\(콜카타\)$/);
  await plain.close();
});

test("typing a city's first letters finds its zone", async ({ page }) => {
  await page.goto("/en/create#step-2");
  await page.locator("#timeZone").focus();
  await page.keyboard.type("new yo");
  await expect(page.locator("#timeZone")).toHaveValue("America/New_York");
});
