import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/visiting.ts";
import { addGift, createTree } from "../fixtures/visitors.ts";

const GIFTS = [
  { senderName: "Ada", giftAssetId: "snow-globe", showSenderName: true },
  { senderName: "Bob", giftAssetId: "bell" },
  { senderName: "Carol", giftAssetId: "rose", showSenderName: true },
];

let code: string;

test.beforeEach(async ({ site, api }) => {
  ({ code } = await createTree(site));
  for (const gift of GIFTS) await addGift(api, code, "For the owner alone", gift);
});

const bubble = (page: Page) => page.locator("named-gifts .bubble");
const gift = (page: Page, name: string) => page.locator("named-gifts").getByRole("link", { name });

test("shows beside a gift that is pressed who it is from", async ({ page }) => {
  await page.goto(`/send-message?tree=${code}`);
  await expect(gift(page, "from")).toHaveCount(2);
  await expect(bubble(page)).toBeHidden();
  await gift(page, "from Ada").click();
  await expect(bubble(page)).toHaveText("from Ada");
  const [shown, pressed] = await Promise.all([bubble(page).boundingBox(), gift(page, "from Ada").boundingBox()]);
  expect(Math.abs((shown?.y ?? 0) + (shown?.height ?? 0) - (pressed?.y ?? 0))).toBeLessThan(24);
  await gift(page, "from Carol").click();
  await expect(bubble(page)).toHaveText("from Carol");
  await page.getByRole("heading", { level: 1 }).click();
  await expect(bubble(page)).toBeHidden();
  expect(page.url()).not.toContain("#");
});

test("makes the gifts one tab stop, with arrow keys from the newest to the oldest", async ({ page }) => {
  await page.goto(`/send-message?tree=${code}`);
  await page.getByRole("button", { name: "Menu" }).or(page.getByRole("banner").getByRole("link")).last().focus();
  await page.keyboard.press("Tab");
  await expect(gift(page, "from Carol")).toBeFocused();
  await expect(bubble(page)).toHaveText("from Carol");
  await page.keyboard.press("ArrowLeft");
  await expect(gift(page, "from Carol")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(gift(page, "from Ada")).toBeFocused();
  await expect(bubble(page)).toHaveText("from Ada");
  await page.keyboard.press("Escape");
  await expect(bubble(page)).toBeHidden();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("group", { name: "Choose a gift" }).getByRole("radio", { checked: true })).toBeFocused();
  await expect(bubble(page)).toBeHidden();
  await page.keyboard.press("Shift+Tab");
  await expect(gift(page, "from Ada")).toBeFocused();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("leads from a gift to its row in the list, also where the list is collapsed", async ({ page, api }) => {
    for (let more = 0; more < 16; more += 1)
      await addGift(api, code, "One more", { senderName: "Eve", showSenderName: true });
    await page.goto(`/send-message?tree=${code}`);
    const row = page.locator("li", { hasText: "from Ada" });
    await expect(row).toBeHidden();
    await gift(page, "from Ada").click();
    await expect(row).toBeVisible();
    await expect(row).toBeInViewport();
    const colors = (rows: Element[]) => rows.map((each) => getComputedStyle(each).backgroundColor);
    const [target, other] = await Promise.all([
      row.evaluateAll(colors),
      page.locator("li", { hasText: "from Carol" }).evaluateAll(colors),
    ]);
    expect(target).not.toEqual(other);
    expect(await page.locator("named-gifts a:not([tabindex])").count()).toBe(1);
  });
});

test("takes a tap beside a gift for the nearest, on a tree so full that they are smaller than a finger", async ({
  page,
  site,
  api,
}) => {
  const full = await createTree(site);
  const friends = Array.from({ length: 60 }, (_, at) => ({ senderName: `Friend ${at}`, showSenderName: true }));
  for (const friend of friends) await addGift(api, full.code, "Hello", { ...friend, giftAssetId: "bell" });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/send-message?tree=${full.code}`);
  const links = page.locator("named-gifts a");
  // Far from the others: whatever lies between it and the edge of the picture is next to it.
  const boxes = await links.evaluateAll((gifts) =>
    gifts.map((link) => {
      const { left, right, top, bottom } = link.getBoundingClientRect();
      return { name: link.textContent ?? "", x: right, y: (top + bottom) / 2, width: right - left };
    }),
  );
  const outermost = boxes.reduce((one, other) => (other.x > one.x ? other : one));
  await page.mouse.click(outermost.x + 21 - outermost.width / 2, outermost.y + 5);
  await expect(bubble(page)).toHaveText(/^from Friend/);
  expect(outermost.name).toContain((await bubble(page).textContent()) ?? "no name");
  await page.mouse.click(outermost.x + 60, outermost.y);
  await expect(bubble(page)).toBeHidden();
});
