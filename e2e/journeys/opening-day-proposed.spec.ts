import { addDays, addYears, dayIn } from "#contract/days";
import { proposedOpeningDay } from "#contract/trees";
import { setTime } from "../fixtures/set-time.ts";
import { expect, test } from "../fixtures/visiting.ts";

const AHEAD = "Pacific/Kiritimati";

test.describe("in a browser that is ahead of UTC", () => {
  test.use({ timezoneId: AHEAD });

  test("the form for a new tree proposes days from the visitor's own today", async ({ page }) => {
    // There it is the 26th already.
    await setTime(page, "2030-12-25T12:00:00Z");
    await page.goto("/create?type=christmas");
    const day = page.locator("#openingDay");
    await expect(day).toHaveValue("2031-12-25");
    await expect(day).toHaveAttribute("max", "2032-12-26");
    await page.getByRole("radio", { name: "Birthday" }).check({ force: true });
    await expect(day).toHaveValue("2031-01-02");
    await page.locator("#timeZone").evaluate((select: HTMLSelectElement) => {
      select.value = "America/Havana";
      select.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await expect(day).toHaveValue("2031-01-01");
    await expect(day).toHaveAttribute("max", "2032-12-25");
  });

  test("the form proposes days by the service's clock where the device's is wrong", async ({ page }) => {
    await page.clock.setFixedTime(Date.now() + 400 * 86_400_000);
    const asked = page.waitForResponse("**/v1/status");
    await page.goto("/create?type=birthday");
    await asked;
    const today = dayIn(AHEAD, new Date());
    const day = page.locator("#openingDay");
    await expect(day).toHaveAttribute("max", addYears(today, 2));
    await expect(day).toHaveValue(proposedOpeningDay("birthday", today));
  });

  test("a day that somebody chose stays", async ({ page }) => {
    const chosen = addDays(dayIn(AHEAD, new Date()), 40);
    await page.goto(`/create?type=birthday&openingDay=${chosen}`);
    await expect(page.locator("#timeZone")).toHaveValue(AHEAD);
    await expect(page.locator("#openingDay")).toHaveValue(chosen);
  });
});

test("without a zone no day is kept from anybody who may choose it, and with one its own day counts", async ({
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
