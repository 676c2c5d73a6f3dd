import type { Page } from "@playwright/test";
import { LANGUAGES } from "#contract/languages";
import { expect, test } from "../fixtures/visiting.ts";
import { createTree, inDays, listGifts } from "../fixtures/visitors.ts";

const TEXT = "See you on Sunady!\n  Bring the kettle.";
const DAY_SECONDS = 24 * 60 * 60;
const closedTree = (site: string) => createTree(site, { name: "Ada's tree", openingDay: inDays(30) });

async function leaveGift(page: Page, code: string, { gift = "Pink teddy", text = TEXT } = {}) {
  await page.goto(`/send-message?tree=${code}`);
  await page.getByRole("radio", { name: gift }).check();
  await page.getByLabel("Your message").fill(text);
  await page.getByLabel("Your name").fill("Bob");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("status").filter({ hasText: "It's on the tree!" })).toBeVisible();
}

const takeItBack = (page: Page) => page.getByRole("button", { name: "Take it back" }).click();
const expectDone = (page: Page) =>
  expect(page.getByRole("heading", { name: "You took back your gift", level: 1 })).toBeVisible();

/** What tells a gift apart; name and words stand between marks that keep each in its own direction. */
const isolated = (name: string, words: string) => new RegExp(`\u2068${name}\u2069 wrote: “\u2068${words}\u2069”`);

test("takes a gift back from the thank-you page; with scripts its words are in the form again", async ({
  page,
  site,
  api,
  javaScriptEnabled,
}) => {
  const { code } = await closedTree(site);
  await leaveGift(page, code);
  const first = new URL(page.url()).searchParams.get("hung") ?? "";
  await page.getByRole("link", { name: "Take it back" }).click();
  await expect(page).toHaveURL(`${site}/take-back?tree=${code}`);
  await expect(page.getByText("Ada's tree")).toBeVisible();
  await expect(page.getByText("Pink teddy")).toBeVisible();
  // Only this device knows the words.
  const words = page.getByText(isolated("Bob", "See you on Sunady! Bring the kettle."));
  await expect(words).toBeVisible({ visible: javaScriptEnabled !== false });
  expect(await (await page.request.get(page.url())).text()).not.toMatch(/Sunady|Bob/);
  await takeItBack(page);
  await expectDone(page);
  expect(await listGifts(api, code)).toEqual({ ids: new Set(), giftCount: 0 });

  if (javaScriptEnabled !== false) {
    const begins = () => page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes("begins")));
    await expect.poll(begins).toEqual([]);
  }

  await page.getByRole("link", { name: "Leave a new gift" }).click();
  const hasScripts = javaScriptEnabled !== false;
  await expect(page.getByLabel("Your message")).toHaveValue(hasScripts ? TEXT : "");
  await expect(page.getByLabel("Your name")).toHaveValue(hasScripts ? "Bob" : "");
  await expect(page.getByRole("radio", { name: "Pink teddy" })).toBeChecked({ checked: hasScripts });

  // The same words, sent again, are a new gift.
  await leaveGift(page, code);
  const { ids } = await listGifts(api, code);
  expect(ids.size).toBe(1);
  expect(ids.has(first)).toBe(false);
});

test("offers it on the tree's page of the same device, where scripts run on no other", async ({
  page,
  browser,
  site,
  api,
  javaScriptEnabled,
}) => {
  const { code } = await closedTree(site);
  await leaveGift(page, code);
  await page.goto(`/send-message?tree=${code}`);
  await page.getByRole("link", { name: "Take back a gift you left" }).click();
  await expect(page.getByText("Pink teddy")).toBeVisible();

  const context = await browser.newContext({ javaScriptEnabled });
  const stranger = await context.newPage();
  await stranger.goto(`${site}/send-message?tree=${code}`);
  const hasScripts = javaScriptEnabled !== false;
  await expect(stranger.getByRole("link", { name: "Take back a gift" })).toBeVisible({ visible: !hasScripts });
  expect((await stranger.goto(`${site}/take-back?tree=${code}`))?.status()).toBe(200);
  await expect(stranger.getByRole("heading", { name: "There's no gift here to take back" })).toBeVisible();
  await expect(stranger.getByRole("button", { name: "Take it back" })).toHaveCount(0);
  await context.close();
  expect((await listGifts(api, code)).giftCount).toBe(1);
});

test("lists this device's gifts, takes back the chosen one, and returns the words of that one", async ({
  page,
  site,
  api,
  javaScriptEnabled,
}) => {
  const { code } = await closedTree(site);
  const day = new Date().getFullYear();
  await leaveGift(page, code, { text: "First" });
  await leaveGift(page, code, { text: `Second ${"word ".repeat(20)}`, gift: "Snow globe" });
  await page.goto(`/take-back?tree=${code}`);
  const offered = page.getByRole("listitem");
  await expect(offered).toHaveText([new RegExp(`Snow globe.*${day}`, "s"), new RegExp(`Pink teddy.*${day}`, "s")]);
  if (javaScriptEnabled !== false)
    await expect(offered).toHaveText([isolated("Bob", "Second word.{20,}…"), isolated("Bob", "First")]);
  await offered.filter({ hasText: "Pink teddy" }).getByRole("button", { name: "Take it back" }).click();
  await expectDone(page);
  expect((await listGifts(api, code)).giftCount).toBe(1);
  await page.getByRole("link", { name: "Leave a new gift" }).click();
  await expect(page.getByLabel("Your message")).toHaveValue(javaScriptEnabled === false ? "" : "First");
  await page.goto(`/take-back?tree=${code}`);
  await expect(offered).toHaveText([/Snow globe/]);
});

test("takes it back on another device with the private link, once; opening the link deletes nothing", async ({
  page,
  friend,
  site,
  api,
}) => {
  const { code } = await closedTree(site);
  await leaveGift(page, code);
  await page.goto(`/take-back?tree=${code}`);
  const link = await page.getByRole("link", { name: "Private link" }).getAttribute("href");
  for (const method of ["GET", "HEAD"]) {
    const answer = await fetch(site + link, { method });
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "private, no-store, no-transform"]);
    expect(answer.headers.get("referrer-policy")).toBe("same-origin");
  }
  await friend.goto(site + link);
  await expect(friend.getByText("Pink teddy")).toBeVisible();
  expect((await listGifts(api, code)).giftCount).toBe(1);
  await takeItBack(friend);
  await expectDone(friend);
  expect((await listGifts(api, code)).giftCount).toBe(0);

  expect((await friend.goto(site + link))?.status()).toBe(404);
  await expect(friend.getByRole("heading", { name: "There's no gift here to take back" })).toBeVisible();
  // The first device still shows it: pressing there says the same.
  await takeItBack(page);
  await expect(page.getByRole("heading", { name: "There's no gift here to take back" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the tree" }).click();
  await expect(page).toHaveURL(`${site}/send-message?tree=${code}`);
});

test("says the same if the owner has reported the gift", async ({ page, site, api }) => {
  const { code, cookie } = await createTree(site);
  await leaveGift(page, code);
  const id = new URL(page.url()).searchParams.get("hung");
  await page.getByRole("link", { name: "Take it back" }).click();
  await expect(page.getByText("Pink teddy")).toBeVisible();
  const answer = await fetch(`${site}/owner/trees/${code}/messages/${id}/report`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify({ reason: "threat", includesText: true }),
  });
  expect(answer.status).toBe(202);
  await takeItBack(page);
  await expectDone(page);
  expect(await listGifts(api, code)).toEqual({ ids: new Set(), giftCount: 0 });
});

test("remembers this device's gifts for longer each time it is opened, and forgets none that it cannot offer now", async ({
  page,
  site,
}) => {
  const { code, cookie } = await closedTree(site);
  await leaveGift(page, code);
  const id = new URL(page.url()).searchParams.get("hung");
  const stored = async () => (await page.context().cookies()).filter(({ name }) => name.startsWith("left-"));
  const soon = Date.now() / 1000 + 60;
  await page.context().addCookies((await stored()).map((each) => ({ ...each, expires: soon })));
  await page.goto(`/take-back?tree=${code}`);
  await expect(page.getByText("Pink teddy")).toBeVisible();
  const renewed = await stored();
  expect(renewed).toHaveLength(1 + LANGUAGES.length);
  for (const { expires } of renewed) expect(expires - soon).toBeGreaterThan(89 * DAY_SECONDS);

  // As for a tree that is taken down for a while: the page cannot tell.
  await fetch(`${site}/owner/trees/${code}/messages/${id}`, { method: "DELETE", headers: { cookie } });
  await page.goto(`/take-back?tree=${code}`);
  await expect(page.getByRole("heading", { name: "There's no gift here to take back" })).toBeVisible();
  expect(await stored()).toEqual(renewed);
});

test("works in Korean, with the keyboard alone, and its cookies go to no other page", async ({ page, site, api }) => {
  const { code } = await closedTree(site);
  await page.goto(`/ko/send-message?tree=${code}`);
  await page.locator("#message").fill(TEXT);
  await page.locator("#senderName").fill("Bob");
  await page.locator("#senderName").press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "선물을 달았어요!" })).toBeVisible();
  await page.getByRole("link", { name: "선물 취소하기" }).press("Enter");
  await expect(page).toHaveURL(`${site}/ko/take-back?tree=${code}`);
  const cookies = (await page.context().cookies()).filter(({ name }) => name.startsWith("left-"));
  expect(cookies.map(({ path }) => path).toSorted()).toEqual(
    ["/take-back", ...LANGUAGES.map((each) => `/${each}/take-back`)].toSorted(),
  );
  for (const { httpOnly, sameSite, expires, value } of cookies) {
    expect([httpOnly, sameSite]).toEqual([true, "Lax"]);
    expect(Math.abs(expires - Date.now() / 1000 - 90 * DAY_SECONDS)).toBeLessThan(DAY_SECONDS);
    expect(decodeURIComponent(value)).not.toContain("Sunady");
  }
  await page.locator("body").press("Tab");
  const button = page.getByRole("button", { name: "선물 취소하기" });
  for (let presses = 0; presses < 30 && !(await button.evaluate((own) => own.matches(":focus"))); presses += 1)
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "선물을 취소했어요" })).toBeVisible();
  expect((await listGifts(api, code)).giftCount).toBe(0);
});
