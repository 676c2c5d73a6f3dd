import { expect, test } from "../fixtures/visiting.ts";
import { createTree } from "../fixtures/visitors.ts";

test("shows the chosen gift, occasion and look in forced colors mode", async ({ page, site }) => {
  const { code } = await createTree(site);
  await page.emulateMedia({ forcedColors: "active" });
  for (const [address, group, choice] of [
    [`/send-message?tree=${code}`, "giftAssetId", "snow-globe"],
    ["/create", "type", "valentine"],
    ["/create", "look", "white"],
  ]) {
    await page.goto(`${address}`);
    const radio = (state: string) => page.locator(`label:has([name=${group}]${state})`).first();
    await page.locator(`label:has([value=${choice}])`).click();
    await page.mouse.move(0, 0);
    const border = (state: string) =>
      radio(state).evaluate((label) => {
        const { borderTopColor, borderTopStyle } = getComputedStyle(label);
        return [borderTopColor, borderTopStyle];
      });
    expect(await border(":checked"), address).not.toEqual(await border(":not(:checked)"));
  }
});
