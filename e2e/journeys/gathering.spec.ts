import { expect, openSettings, test, visitOnceChanged } from "../fixtures/visiting.ts";
import { createTree, newOwner } from "../fixtures/visitors.ts";

const WORDS = {
  en: { button: "Everyone's here", isOn: /at once until \d/, owners: "Only the tree's owner can switch this on." },
  ko: { button: "다 모였어요", isOn: /다 모였어요! .*까지/, owners: "트리 주인만 켤 수 있어요." },
};

for (const [language, javaScriptEnabled] of [
  ["en", true],
  ["ko", false],
] as const) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    const { button, isOn, owners } = WORDS[language];
    const screenOf = (code: string) => `/${language}/tree/${code}/screen`;

    test(`an owner says on the tree's page that everyone's here, and the big screen tells: ${language}`, async ({
      page,
      friend,
      site,
      signInAs,
    }) => {
      const { code, cookie } = await createTree(site);
      await signInAs(cookie);
      await page.goto(`/${language}/my-trees/${code}`);
      await openSettings(page);
      await page.locator("summary", { hasText: button }).click();
      await page.getByRole("button", { name: button }).click();
      await openSettings(page);
      await expect(page.locator("details details").getByText(isOn)).toBeVisible();
      await expect(page.getByRole("button", { name: button })).toHaveCount(0);
      await visitOnceChanged(friend, site + screenOf(code), () =>
        expect(friend.getByText(isOn)).toBeVisible({ timeout: 1000 }),
      );
      await expect(friend.getByRole("button", { name: button })).toHaveCount(0);
    });

    test(`an owner says on the big screen that everyone's here, and nobody else can: ${language}`, async ({
      page,
      friend,
      site,
      signInAs,
    }) => {
      const { code, cookie } = await createTree(site);
      await friend.goto(site + screenOf(code));
      await friend.getByRole("button", { name: button }).click();
      await expect(friend).toHaveURL(/\/sign-in\?next=/);
      await signInAs(await newOwner(site));
      await page.goto(screenOf(code));
      await page.getByRole("button", { name: button }).click();
      await expect(page.getByRole("alert")).toHaveText(owners);
      await signInAs(cookie);
      await page.goto(screenOf(code));
      await page.getByRole("button", { name: button }).click();
      await expect(page.getByText(isOn)).toBeVisible();
      await expect(page).toHaveURL(new RegExp(screenOf(code)));
      await expect(page.getByRole("button", { name: button })).toHaveCount(0);
    });
  });
}
