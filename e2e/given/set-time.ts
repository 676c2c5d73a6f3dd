import type { Page } from "@playwright/test";

/** Lets a page's device show another time, and the service say it as well. */
export async function setTime(page: Page, time: string): Promise<void> {
  await page.unroute("**/v1/status");
  await page.route("**/v1/status", (route) => route.fulfill({ json: { success: true, data: { time } } }));
  await page.clock.setFixedTime(time);
}
