import { addDays, dayIn } from "#contract/days";
import { expect, test } from "../given/visiting.ts";
import { hangGift, plantTree } from "../given/visitors.ts";

const DAYS = 30;
const today = dayIn("UTC", new Date());
const inAMonth = { openingDay: addDays(today, DAYS), timeZone: "UTC" };

test("who waits at their tree for its moment sees it open, and loses nothing that they typed", async ({
  page,
  site,
  api,
  signInAs,
}) => {
  const { code, cookie } = await plantTree(site, inAMonth);
  await hangGift(api, code, "At last!");
  await signInAs(cookie);
  await page.clock.install();
  await page.goto(`/my-trees/${code}`);
  await expect(page.getByText("in 30 days", { exact: true })).toBeVisible();
  await page.getByLabel("Rename the tree").fill("Half a na");

  // The clock of this browser is ahead: the service still says no.
  await page.clock.fastForward((DAYS + 2) * 24 * 60 * 60 * 1000);
  await expect(page.getByText("now", { exact: true })).toBeVisible();
  await page.clock.fastForward(60_000);
  await expect(page.getByText("now", { exact: true })).toBeVisible();
  await expect(page.getByText("At last!")).toHaveCount(0);

  const moved = await page.request.patch(`/owner/trees/${code}`, {
    data: { openingDay: today },
    headers: { origin: site },
  });
  expect(moved.status()).toBe(200);
  await page.clock.fastForward(60_000);
  await expect(page.getByRole("heading", { name: "Your tree is open" })).toBeVisible();
  await expect(page.getByText("At last!")).toBeVisible();
  await expect(page.locator("svg title", { hasText: "A wrapped gift" })).toHaveCount(0);
  await expect(page.getByLabel("Rename the tree")).toHaveValue("Half a na");
  await page.getByRole("link", { name: "Unwrap one by one" }).click();
  await expect(page.getByText("The day has come. 1 gift waits to be unwrapped.")).toBeVisible();
});

test("the list of trees says which of them opened meanwhile", async ({ page, site, signInAs }) => {
  const { code, cookie } = await plantTree(site, inAMonth);
  await signInAs(cookie);
  await page.clock.install();
  await page.goto("/ko/my-trees");
  await expect(page.getByText("30일 후")).toBeVisible();
  const moved = await page.request.patch(`/owner/trees/${code}`, {
    data: { openingDay: today },
    headers: { origin: site },
  });
  expect(moved.status()).toBe(200);
  await page.clock.fastForward((DAYS + 2) * 24 * 60 * 60 * 1000);
  await expect(page.getByText("30일 후")).toHaveCount(0);
  await expect(page.getByRole("listitem").getByText("열렸")).toBeVisible();
});
