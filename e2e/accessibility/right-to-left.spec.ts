import type { Locator } from "@playwright/test";
import { expect, test } from "../fixtures/visiting.ts";
import { addGift, createTree } from "../fixtures/visitors.ts";

const HEBREW = "שנה טובה, Bob! נתראה ב-25.";
const ENGLISH = "Happy new year, שרה! See you.";

const directionOf = (text: Locator) => text.evaluate((element) => getComputedStyle(element).direction);

test("lays out right-to-left text correctly beside left-to-right text", async ({ page, site, api, signInAs }) => {
  const { code, cookie } = await createTree(site, { name: "העץ של שרה (2)" });
  await addGift(api, code, HEBREW, { senderName: "דוד (2)" });
  await addGift(api, code, ENGLISH);
  await signInAs(cookie);
  for (const address of [`/my-trees/${code}`, `/my-trees/${code}/keepsake`]) {
    await page.goto(address);
    expect(await directionOf(page.getByText(HEBREW)), address).toBe("rtl");
    expect(await directionOf(page.getByText(ENGLISH)), address).toBe("ltr");
    expect(await directionOf(page.getByText("דוד (2)", { exact: true })), address).toBe("rtl");
  }

  await page.goto(`/send-message?tree=${code}`);
  expect(await directionOf(page.getByRole("heading", { level: 1 }).locator("bdi"))).toBe("rtl");
  const message = page.locator("#message");
  expect(await directionOf(message)).toBe("ltr");
  await message.fill(HEBREW);
  expect(await directionOf(message)).toBe("rtl");
});
