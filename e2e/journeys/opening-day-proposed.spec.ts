import { addDays, addYears } from "#contract/days";
import { proposedOpeningDay } from "#contract/trees";
import { dayIn } from "../../shared/time-zones.ts";
import { setTime } from "../fixtures/set-time.ts";
import { expect, test } from "../fixtures/visiting.ts";

const AHEAD = "Pacific/Kiritimati";

test.describe("in a browser with a time zone east of UTC", () => {
  test.use({ timezoneId: AHEAD });

  test("proposes days for a new tree from the visitor's local date", async ({ page }) => {
    // It is already the 26th there.
    await setTime(page, "2030-12-25T12:00:00Z");
    await page.goto("/create?type=christmas");
    const day = page.locator("#openingDay");
    await expect(day).toHaveValue("2031-12-25");
    await page.getByRole("radio", { name: "Birthday" }).check({ force: true });
    await expect(day).toHaveValue("2031-01-02");
  });

  test("proposes days by the service's clock if the device's is wrong", async ({ page }) => {
    await page.clock.setFixedTime(Date.now() + 400 * 86_400_000);
    const status = page.waitForResponse("**/v1/status");
    await page.goto("/create?type=birthday");
    await status;
    const today = dayIn(AHEAD, new Date());
    const day = page.locator("#openingDay");
    await expect(day).toHaveAttribute("max", addYears(today, 2));
    await expect(day).toHaveValue(proposedOpeningDay("birthday", today));
  });

  test("keeps a chosen day", async ({ page }) => {
    const chosen = addDays(dayIn(AHEAD, new Date()), 40);
    await page.goto(`/create?type=birthday&openingDay=${chosen}`);
    await expect(page.locator("#timeZone")).toHaveValue(AHEAD);
    await expect(page.locator("#openingDay")).toHaveValue(chosen);
  });
});

test("allows every day that is valid in some time zone if none is given, and uses the given one otherwise", async ({
  request,
  site,
}) => {
  const fieldAt = async (address: string) =>
    /<input id="openingDay"[^>]*>/.exec(await (await request.get(`${site}${address}`)).text())?.[0] ?? "";
  const latestIn = (zone: string) => addYears(dayIn(zone, new Date()), 2);
  expect(await fieldAt("/create")).toContain(`max="${latestIn(AHEAD)}"`);
  const behind = await fieldAt("/create?type=birthday&timeZone=Pacific/Pago_Pago");
  expect(behind).toContain(`max="${latestIn("Pacific/Pago_Pago")}"`);
  expect(behind).toContain(`value="${proposedOpeningDay("birthday", dayIn("Pacific/Pago_Pago", new Date()))}"`);
});
