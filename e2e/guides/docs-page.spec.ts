import { expect, test } from "@playwright/test";

const { API_PORT = "3100" } = process.env;
const apiUrl = `http://localhost:${API_PORT}`;

test("fits a phone with every operation expanded", async ({ page, javaScriptEnabled }) => {
  // The page is a script application; it shows nothing without JavaScript.
  if (javaScriptEnabled === false) return;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${apiUrl}/docs`);
  const operations = page.locator(".opblock-summary-control");
  await expect(operations.first()).toBeVisible();
  for (const operation of await operations.all()) await operation.click();
  await expect(page.locator(".responses-table").last()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("shows the operations, and sends no request to another host", async ({ page, javaScriptEnabled }) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refused.push(message.text());
  });
  const answer = await page.goto(`${apiUrl}/docs`);
  expect(answer?.headers()["content-security-policy"]).not.toContain("unsafe");
  await expect(page).toHaveTitle("Tree Gifting API");
  // The page is a script application: without JavaScript it shows and requests nothing.
  if (javaScriptEnabled !== false) {
    await expect(page.getByText("Leave a gift with a message", { exact: true })).toBeVisible();
    await expect(page.getByText("Look up a tree by its share code", { exact: true })).toBeVisible();
    expect(requested).toContain(`${apiUrl}/openapi.json`);
  }
  await page.waitForLoadState("networkidle");
  const elsewhere = requested.filter((url) => !url.startsWith(`${apiUrl}/`) && !url.startsWith("data:"));
  expect(elsewhere).toEqual([]);
  expect(refused).toEqual([]);
});
