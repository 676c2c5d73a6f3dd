import { expect, type Page, test } from "@playwright/test";
import { dayIn, daysBetween } from "#contract/days";
import { proposedOpeningDay } from "#contract/trees";
import { setTime } from "../fixtures/set-time.ts";

const demoTree = (page: Page, gifts: string) => page.getByRole("group", { name: `A tree to play with” with ${gifts}` });
const hang = (page: Page, gift: string) => page.getByRole("button", { name: `Hang: ${gift}` });

test("the first page says what this is, and leads to making a tree and to opening one", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hang a gift on somebody's tree");
  await expect(page.getByRole("link", { name: "Create your tree" })).toHaveAttribute("href", "/create");
  await expect(page.getByLabel("Tree code or link")).toBeVisible();
  const picture = await demoTree(page, "9 gifts").boundingBox();
  // A good part of the tree is seen before anybody scrolls.
  expect(picture?.y).toBeLessThan(0.75 * (page.viewportSize()?.height ?? 0));
});

test("a gift that is pressed hangs on the demo tree, each press one gift, in their order", async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto("/");
  if (javaScriptEnabled === false) {
    for (const gift of ["Bell", "Bell", "Snowman"]) await hang(page, gift).click();
    await expect(page).toHaveURL(/[?&]hang=snowman#demo$/);
  } else {
    // Slow answers: the second press comes before the first is answered.
    await page.route("**/?*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      await route.continue();
    });
    await hang(page, "Bell").dblclick();
    await hang(page, "Snowman").click();
  }
  await expect(page.getByRole("status")).toHaveText("Snowman hangs on the tree. 12 gifts now.");
  await expect(demoTree(page, "12 gifts")).toBeVisible();
  await expect(page.locator("[name=gifts]")).toHaveValue(/,star,bell,bell,snowman$/);
  if (javaScriptEnabled !== false) {
    await expect(page).toHaveURL("/");
    await expect(hang(page, "Snowman")).toBeFocused();
  }

  await page.getByRole("link", { name: "Begin again" }).click();
  await expect(demoTree(page, "9 gifts")).toBeVisible();
});

test("hanging a gift moves nothing on the page", async ({ page, javaScriptEnabled }) => {
  await page.goto("/");
  await hang(page, "Gingerbread man").scrollIntoViewIfNeeded();
  const placeOf = async () => (await hang(page, "Gingerbread man").boundingBox())?.y;
  const before = await placeOf();
  await hang(page, "Gingerbread man").click();
  await expect(demoTree(page, "10 gifts")).toBeVisible();
  // Without JavaScript the page is another one, which begins at the tree.
  if (javaScriptEnabled === false) await expect(page.locator("#demo")).toBeInViewport();
  else expect(await placeOf()).toBe(before);
});

test("the demo tree can be one for a birthday or for Valentine's Day", async ({ page }) => {
  await page.goto("/");
  for (const [occasion, gift] of [
    ["Birthday", "Balloons"],
    ["Valentine", "Rose"],
  ] as const) {
    const link = page.locator("#demo").getByRole("link", { name: occasion });
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "true");
    await hang(page, gift).click();
    await expect(page.getByRole("status")).toHaveText(`${gift} hangs on the tree. 10 gifts now.`);
  }
});

test("an address with gifts that the catalogue does not know shows those it knows", async ({ page }) => {
  await page.goto(`/?occasion=halloween&gifts=card,${encodeURIComponent("<b>")},robin&hang=diamond`);
  await expect(demoTree(page, "2 gifts")).toBeVisible();
  await page.goto(`/?gifts=${Array(200).fill("card").join(",")}`);
  await expect(demoTree(page, "30 gifts")).toBeVisible();
});

test("the next occasions are counted from the visitor's own today", async ({ browser, javaScriptEnabled }, info) => {
  const page = await browser.newPage({ ...info.project.use, timezoneId: "Pacific/Kiritimati" });
  // There it is the 25th already.
  if (javaScriptEnabled !== false) await setTime(page, "2030-12-24T12:00:00Z");
  await page.goto("/");
  const cards = page.getByRole("region", { name: "The next occasions" }).getByRole("listitem");
  const christmas = cards.filter({ has: page.getByRole("heading", { name: "Christmas" }) });
  if (javaScriptEnabled === false) {
    const today = dayIn("UTC", new Date());
    const days = daysBetween(today, proposedOpeningDay("christmas", today));
    const words = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" }).format(days, "day");
    await expect(christmas).toContainText(words);
  } else {
    await expect(christmas).toContainText("today");
    await expect(christmas).toContainText("25 December 2030");
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

test("the next occasions are counted by the service's clock where the device's is wrong", async ({
  page,
  javaScriptEnabled,
}) => {
  const days = page.getByRole("region", { name: "The next occasions" }).locator("[data-ahead]");
  await page.goto("/");
  const words = await days.allTextContents();
  if (javaScriptEnabled !== false) {
    await page.clock.setFixedTime(Date.now() + 100 * 86_400_000);
    const asked = page.waitForResponse("**/v1/status");
    await page.reload();
    await asked;
  }
  await expect(days).toHaveText(words);
});

test("everything on the first page is there in Korean, too", async ({ browser, javaScriptEnabled }, info) => {
  const page = await browser.newPage({ ...info.project.use, locale: "ko-KR" });
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("lang", "ko");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("소중한 사람의 트리에 선물을 걸어 보세요");
  await page.getByRole("button", { name: "걸기: 눈사람" }).click();
  await expect(page.getByRole("status")).toHaveText("트리에 걸린 선물: 눈사람. 지금까지 선물 10개.");
  await expect(page.getByRole("region", { name: "다가오는 날" })).toContainText(/크리스마스.*(일 후|내일|오늘|모레)/s);

  // Under an address that names the language, it stays named.
  await page.goto("/ko");
  await page.getByRole("button", { name: "걸기: 별" }).click();
  await expect(page.getByRole("status")).toContainText("별");
  await expect(page).toHaveURL(javaScriptEnabled === false ? /\/ko\?.*hang=star#demo$/ : /\/ko$/);
  await page.close();
});

test("the status page tells people what works, and programs where to look", async ({ page }) => {
  const answer = await page.goto("/status");
  expect(answer?.status()).toBe(200);
  expect(answer?.headers()["cache-control"]).toBe("no-store");
  await expect(page.getByText("Everything works.")).toBeVisible();
  await expect(page.getByText("works", { exact: true })).toHaveCount(3);
  await expect(page.getByRole("link", { name: "For programs" })).toHaveAttribute("href", "/v1/status");
});

test("an address without a page helps on", async ({ page }) => {
  expect((await page.goto("/no-such-page"))?.status()).toBe(404);
  await expect(page.getByLabel("Tree code or link")).toBeVisible();
  for (const address of ["/", "/create", "/status"]) {
    await expect(page.locator(`main a[href="${address}"]`)).toBeVisible();
  }
});

test("the first page stands in a narrow window without sideways scrolling", async ({ browser }, info) => {
  const page = await browser.newPage({ ...info.project.use, viewport: { width: 320, height: 640 }, isMobile: false });
  for (const address of ["/", "/?occasion=valentine&gifts=rose&hang=lovebirds", "/status", "/offline", "/nothing"]) {
    await page.goto(address);
    expect((await page.locator("body").boundingBox())?.width, address).toBeLessThanOrEqual(320);
  }
  await page.close();
});
