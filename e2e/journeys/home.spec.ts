import { expect, type Locator, type Page, test } from "@playwright/test";
import { daysBetween } from "#contract/days";
import { proposedOpeningDay } from "#contract/trees";
import { dayIn } from "../../shared/time-zones.ts";
import { setTime } from "../fixtures/set-time.ts";

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 500;
const demoTree = (page: Page, gifts: string) => page.getByRole("group", { name: `Demo tree” with ${gifts}` });
const sendGift = (page: Page, gift: string) => page.getByRole("button", { name: `Hang the ${gift.toLowerCase()}` });

test("explains the service on the home page, and links to creating and opening a tree", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("A tree full of messages, just for you");
  await expect(page.getByRole("link", { name: "Create your tree" })).toHaveAttribute("href", "/create");
  await expect(page.getByLabel("Code or link")).toBeVisible();
  // The whole tree is visible without scrolling, before the text.
  await expect(demoTree(page, "9 gifts")).toBeInViewport({ ratio: 0.9 });
  const top = async (shown: Locator) => (await shown.boundingBox())?.y ?? 0;
  const lead = page.getByText("Friends hang gifts with a message inside.");
  if (isPhone(page)) expect(await top(demoTree(page, "9 gifts"))).toBeLessThan(await top(lead));
});

test("hangs one gift on the demo tree for each click, in order", async ({ page, javaScriptEnabled }) => {
  await page.goto("/");
  if (javaScriptEnabled === false) {
    for (const gift of ["Bell", "Bell", "Snowman"]) await sendGift(page, gift).click();
    await expect(page).toHaveURL(/[?&]hang=snowman#demo$/);
  } else {
    // Slow answers: the second click comes before the first is answered.
    await page.route("**/?*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      await route.continue();
    });
    await sendGift(page, "Bell").dblclick();
    await sendGift(page, "Snowman").click();
  }
  await expect(page.getByRole("status")).toHaveText("Snowman added. 12 gifts on the tree.");
  await expect(demoTree(page, "12 gifts")).toBeVisible();
  await expect(page.locator("[name=gifts]")).toHaveValue(/,star,bell,bell,snowman$/);
  if (javaScriptEnabled !== false) {
    await expect(page).toHaveURL("/");
    await expect(sendGift(page, "Snowman")).toBeFocused();
  }

  await page.getByRole("link", { name: "Start over" }).click();
  await expect(demoTree(page, "9 gifts")).toBeVisible();
});

test("moves nothing on the page when a gift is hung", async ({ page, javaScriptEnabled }) => {
  await page.goto("/");
  await sendGift(page, "Gingerbread man").scrollIntoViewIfNeeded();
  const placeOf = async () => (await sendGift(page, "Gingerbread man").boundingBox())?.y;
  const before = await placeOf();
  await sendGift(page, "Gingerbread man").click();
  await expect(demoTree(page, "10 gifts")).toBeVisible();
  // Without JavaScript it is a new page, which starts at the tree.
  if (javaScriptEnabled === false) await expect(page.locator("#demo")).toBeInViewport();
  else expect(await placeOf()).toBe(before);
});

test("offers the demo tree for a birthday and for Valentine's Day too", async ({ page }) => {
  await page.goto("/");
  for (const [occasion, gift] of [
    ["Birthday", "Balloons"],
    ["Valentine", "Rose"],
  ] as const) {
    const link = page.locator("#demo").getByRole("link", { name: occasion });
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "true");
    await sendGift(page, gift).click();
    await expect(page.getByRole("status")).toHaveText(`${gift} added. 10 gifts on the tree.`);
  }
});

test("ignores unknown gifts in a URL, and shows the known ones", async ({ page }) => {
  await page.goto(`/?occasion=halloween&gifts=card,${encodeURIComponent("<b>")},robin&hang=diamond`);
  await expect(demoTree(page, "2 gifts")).toBeVisible();
  await page.goto(`/?gifts=${Array(200).fill("card").join(",")}`);
  await expect(demoTree(page, "30 gifts")).toBeVisible();
});

test("counts the days to the next occasions from the visitor's local date", async ({
  browser,
  javaScriptEnabled,
}, info) => {
  const page = await browser.newPage({ ...info.project.use, timezoneId: "Pacific/Kiritimati" });
  // It is already the 25th there.
  if (javaScriptEnabled !== false) await setTime(page, "2030-12-24T12:00:00Z");
  await page.goto("/");
  const cards = page.getByRole("region", { name: "Coming up" }).getByRole("listitem");
  const christmas = cards.filter({ has: page.getByRole("heading", { name: "Christmas" }) });
  if (javaScriptEnabled === false) {
    const today = dayIn("UTC", new Date());
    const days = daysBetween(today, proposedOpeningDay("christmas", today));
    const words = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" }).format(days, "day");
    await expect(christmas).toContainText(words);
  } else {
    await expect(christmas).toContainText("today");
    await expect(christmas).toContainText("December 25, 2030");
    await setTime(page, "2030-12-25T12:00:00Z");
    await page.reload();
    await expect(cards.getByRole("heading")).toHaveText(["Valentine's Day", "Christmas", "A birthday"]);
    await expect(christmas).toContainText("in 364 days");
  }
  await christmas.getByRole("link").click();
  await expect(page).toHaveURL("/create?type=christmas");
  await expect(page.getByRole("radio", { name: "Christmas" })).toBeChecked();
  await page.close();
});

test("counts the days to the next occasions by the service's clock if the device's is wrong", async ({
  page,
  javaScriptEnabled,
}) => {
  const days = page.getByRole("region", { name: "Coming up" }).locator("[data-ahead]");
  await page.goto("/");
  const words = await days.allTextContents();
  if (javaScriptEnabled !== false) {
    await page.clock.setFixedTime(Date.now() + 100 * 86_400_000);
    const status = page.waitForResponse("**/v1/status");
    await page.reload();
    await status;
  }
  await expect(days).toHaveText(words);
});

test("shows the whole home page in Korean", async ({ browser, javaScriptEnabled }, info) => {
  const page = await browser.newPage({ ...info.project.use, locale: "ko-KR" });
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("lang", "ko");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("친구들의 마음이 가득한 나만의 트리");
  await page.getByRole("button", { name: "눈사람 달기" }).click();
  await expect(page.getByRole("status")).toHaveText("눈사람 달기 완료! 지금까지 선물 10개예요.");
  await expect(page.getByRole("region", { name: "다가오는 기념일" })).toContainText(
    /크리스마스.*(일 후|내일|오늘|모레)/s,
  );

  // With a language prefix in the URL, the prefix stays.
  await page.goto("/ko");
  await page.getByRole("button", { name: "별 달기" }).click();
  await expect(page.getByRole("status")).toContainText("별");
  await expect(page).toHaveURL(javaScriptEnabled === false ? /\/ko\?.*hang=star#demo$/ : /\/ko$/);
  await page.close();
});

test("shows people the status, and links to the one for programs", async ({ page }) => {
  const answer = await page.goto("/status");
  expect(answer?.status()).toBe(200);
  expect(answer?.headers()["cache-control"]).toBe("no-store");
  await expect(page.getByText("Everything is working.")).toBeVisible();
  await expect(page.getByText("working", { exact: true })).toHaveCount(3);
  await expect(page.getByRole("link", { name: "View as JSON" })).toHaveAttribute("href", "/v1/status");
});

test("offers help on an unknown URL", async ({ page }) => {
  expect((await page.goto("/no-such-page"))?.status()).toBe(404);
  await expect(page.getByLabel("Code or link")).toBeVisible();
  for (const address of ["/", "/create", "/status"]) {
    await expect(page.locator(`main a[href="${address}"]`)).toBeVisible();
  }
});

test("fits the home page into a narrow window without sideways scrolling", async ({ browser }, info) => {
  const page = await browser.newPage({ ...info.project.use, viewport: { width: 320, height: 640 }, isMobile: false });
  for (const address of ["/", "/?occasion=valentine&gifts=rose&hang=lovebirds", "/status", "/offline", "/nothing"]) {
    await page.goto(address);
    expect((await page.locator("body").boundingBox())?.width, address).toBeLessThanOrEqual(320);
  }
  await page.close();
});

test("shows a whole tree code in its field on a small phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  for (const address of ["/en/", "/en/send-message?tree=hello"]) {
    await page.goto(address);
    const field = page.locator("#tree");
    await field.fill("mWmWmWmW");
    expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth), address).toBeLessThanOrEqual(0);
  }
});
