import type { Page } from "@playwright/test";
import { openedOn } from "../fixtures/database.ts";
import { expect, openSettings, test } from "../fixtures/visiting.ts";
import { addGift, createTree, inDays } from "../fixtures/visitors.ts";

const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
const inAMonth = { openingDay: inDays(DAYS) };

/** Lets the days until the opening pass for the page: on its device's clock, and on the service's. */
async function waitForOpening(page: Page) {
  const time = new Date(Date.now() + (DAYS + 1) * DAY_MS).toISOString();
  await page.route("**/v1/status", (route) => route.fulfill({ json: { success: true, data: { time } } }));
  await page.clock.fastForward((DAYS + 1) * DAY_MS);
}

test.describe("on a device whose clock is ahead", () => {
  for (const [days, words] of [
    [1, /^in \d+ (hours?|minutes?)$/],
    [DAYS, /^in 30 days$/],
  ] as const) {
    test(`counts down by the service's clock for a tree that opens in ${days}`, async ({ page, site, signInAs }) => {
      const { code, cookie } = await createTree(site, { openingDay: inDays(days) });
      await signInAs(cookie);
      await page.clock.install({ time: Date.now() + 40 * DAY_MS });
      const status = page.waitForResponse("**/v1/status");
      await page.goto(`/my-trees/${code}`);
      await status;
      const countdown = page.locator("count-down");
      await expect(countdown).toHaveText(words);
      // Wake from a long sleep with a clock that was set again.
      const askedOnceMore = page.waitForResponse("**/v1/status");
      await page.clock.fastForward(400 * DAY_MS);
      await askedOnceMore;
      await expect(countdown).toHaveText(words);
    });
  }

  test("never announces an opening without a connection", async ({ page, site, context, signInAs }) => {
    const { code, cookie } = await createTree(site, { openingDay: inDays(1) });
    await signInAs(cookie);
    await page.clock.install();
    // Browsers do not give a page with a fake clock the time of the response, so it requests the status.
    const status = page.waitForResponse("**/v1/status");
    await page.goto(`/my-trees/${code}`);
    await (await status).finished();
    await context.setOffline(true);
    await page.clock.fastForward(3 * DAY_MS);
    await expect(page.locator("count-down")).toHaveText("in 1 minute");
  });
});

test("opens the tree on a waiting owner's page, and keeps what they typed", async ({ page, site, api, signInAs }) => {
  const { code, cookie } = await createTree(site, inAMonth);
  await addGift(api, code, "At last!");
  await signInAs(cookie);
  await page.clock.install();
  await page.goto(`/my-trees/${code}`);
  await expect(page.getByText("in 30 days", { exact: true })).toBeVisible();
  await openSettings(page);
  await page.getByLabel("Rename the tree").fill("Half a na");

  // Some process may still have it cached as closed.
  await waitForOpening(page);
  await expect(page.getByText("now", { exact: true })).toBeVisible();
  await page.clock.fastForward(60_000);
  await expect(page.getByText("now", { exact: true })).toBeVisible();
  await expect(page.getByText("At last!")).toHaveCount(0);

  const moved = await page.request.patch(`/owner/trees/${code}`, {
    data: { openingDay: inDays(0) },
    headers: { origin: site },
  });
  expect(moved.status()).toBe(200);
  await page.clock.fastForward(60_000);
  await expect(page.getByRole("link", { name: "Unwrap one by one" })).toBeVisible();
  await expect(page.getByText("Read the message")).toBeVisible();
  await expect(page.getByText("At last!")).toBeHidden();
  await expect(page.getByLabel("Rename the tree")).toHaveValue("Half a na");
  await page.getByRole("link", { name: "Unwrap one by one" }).click();
  await expect(page.getByRole("article")).toContainText("At last!");
});

test("shows the messages that a page made during the opening lacks", async ({ page, site, api, signInAs }) => {
  const { code, cookie } = await createTree(site, { openingDay: inDays(0) });
  await addGift(api, code, "At last!");
  await signInAs(cookie);
  await page.route(
    `**/my-trees/${code}`,
    async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text())
        .replace('class="owners-gifts', 'class="closed owners-gifts')
        .replace(/<details>.+?<\/details>/s, "");
      await route.fulfill({ response: answer, body });
    },
    { times: 1 },
  );
  await page.goto(`/my-trees/${code}`);
  await expect(page.getByText("Read the message")).toHaveCount(0);
  await addGift(api, code, "And another!");
  await expect(page.getByText("Read the message")).toHaveCount(2);
});

test("updates the list of trees when one of them opens", async ({ page, site, signInAs }) => {
  const { code, cookie } = await createTree(site, inAMonth);
  await signInAs(cookie);
  await page.clock.install();
  await page.goto("/ko/my-trees");
  await expect(page.getByText("30일 후")).toBeVisible();
  const moved = await page.request.patch(`/owner/trees/${code}`, {
    data: { openingDay: inDays(0) },
    headers: { origin: site },
  });
  expect(moved.status()).toBe(200);
  await waitForOpening(page);
  await expect(page.getByText("30일 후")).toHaveCount(0);
  await expect(page.getByRole("listitem").getByText("열렸")).toBeVisible();
});

test("lists open trees first, then the next to open, and collapses past ones", async ({ page, site, signInAs }) => {
  const { code: past, cookie } = await createTree(site, { name: "Last year" });
  const more = [
    { name: "In two months", openingDay: inDays(60) },
    { name: "In a month", openingDay: inDays(30) },
    { name: "Today" },
  ];
  for (const tree of more) await createTree(site, { ...tree, owner: cookie });
  await openedOn(past, inDays(-70));
  await signInAs(cookie);
  await page.goto("/my-trees");
  const names = page.getByRole("listitem").getByRole("heading");
  await expect(names).toHaveText(["Today", "In a month", "In two months"]);
  await page.getByText("1 past tree").click();
  await expect(names).toHaveText(["Today", "In a month", "In two months", "Last year"]);
});
