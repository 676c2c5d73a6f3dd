import { connect } from "../fixtures/database.ts";
import { expect, openSettings, test, visitOnceChanged } from "../fixtures/visiting.ts";
import { createTree, inDays } from "../fixtures/visitors.ts";

const IN_TIME = inDays(20);
const [, MONTH = 0, DAY = 0] = IN_TIME.split("-").map(Number);
const MONTH_NAME = new Date(IN_TIME).toLocaleString("en", { month: "long", timeZone: "UTC" });

const WORDS = {
  en: {
    until: /Takes gifts until /,
    asks: new RegExp(`Leave me a gift by ${MONTH_NAME}\\s${DAY}!`),
    day: "Last day for gifts",
    save: "Save last day",
    again: "Resume gifts",
  },
  ko: {
    until: /까지 선물을 받아요/,
    asks: new RegExp(`${MONTH}월 ${DAY}일까지 내 트리에 선물을`),
    day: "선물 받는 마지막 날",
    save: "마지막 날 저장하기",
    again: "다시 선물 받기",
  },
};
const PAUSED = {
  en: "This tree isn't taking new gifts right now.",
  ko: "지금은 이 트리에 선물을 달 수 없어요.",
};

// A page waits for its copy in memory to age four times: one language is walked with JavaScript, one without.
for (const language of ["en", "ko"] as const) {
  const javaScriptEnabled = language === "en";
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test(`shows a tree's last day for gifts, pauses it afterwards, and takes gifts again: ${language}`, async ({
      page,
      friend,
      site,
      signInAs,
    }) => {
      const { until, asks, day, save, again } = WORDS[language];
      const { code, cookie } = await createTree(site, { openingDay: inDays(30) });
      const tree = `${site}/${language}/send-message?tree=${code}`;
      await signInAs(cookie);
      const setDay = async (value: string) => {
        await page.goto(`/${language}/my-trees/${code}`);
        await openSettings(page);
        await page.locator("summary", { hasText: day }).click();
        await page.getByLabel(day, { exact: true }).fill(value);
        await page.getByRole("button", { name: save }).click();
      };
      await setDay(inDays(-1));
      await expect(page.getByLabel(day, { exact: true })).toHaveAttribute("aria-invalid", "true");
      await setDay(IN_TIME);
      await expect(page.locator(".top").getByText(until)).toBeVisible();
      await visitOnceChanged(friend, tree, () => expect(friend.getByText(asks)).toBeVisible({ timeout: 1000 }));
      await expect(friend.locator("#gift-form")).toBeVisible();
      await setDay("");
      await expect(page.locator(".top").getByText(until)).toHaveCount(0);

      const sql = connect();
      await sql`update trees set takes_gifts_until = ${inDays(-2)}, version = version + 1 where share_code = ${code}`;
      await sql.end();
      await visitOnceChanged(friend, tree, () =>
        expect(friend.getByText(PAUSED[language])).toBeVisible({ timeout: 1000 }),
      );
      await expect(friend.locator("#gift-form")).toHaveCount(0);
      await expect(friend.getByText(asks)).toHaveCount(0);
      await expect(friend.getByText(until)).toHaveCount(0);
      await page.goto(`/${language}/my-trees/${code}`);
      await openSettings(page);
      await page.getByRole("button", { name: again }).click();
      await visitOnceChanged(friend, tree, () => expect(friend.locator("#gift-form")).toBeVisible({ timeout: 1000 }));
    });
  });
}
