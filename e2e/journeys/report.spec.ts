import { expect, type Page, test } from "@playwright/test";
import { addGift, createTree } from "../fixtures/visitors.ts";

const { SITE_PORT = "4421", API_PORT = "3100" } = process.env;
const siteUrl = `http://localhost:${SITE_PORT}`;
const apiUrl = `http://localhost:${API_PORT}`;
const emergency = "call your local emergency number right away";

async function openReport(page: Page, more = ""): Promise<string> {
  const { code } = await createTree(siteUrl);
  await page.goto(`/report?tree=${code}${more}`);
  return code;
}

test("lets anyone report a tree, with one of nine reasons and details", async ({ page }) => {
  const code = await openReport(page);
  await expect(page.getByRole("radio")).toHaveCount(9);
  await page.getByRole("radio", { name: "Advertising or spam" }).check();
  await expect(page.getByText(emergency)).toBeHidden();
  await page.getByLabel("Anything else?").fill("It sells watches.");
  await page.getByRole("button", { name: "Send the report" }).click();
  await expect(page.getByRole("status")).toContainText("We've received your report");
  await expect(page.getByRole("radio")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Back to the tree" })).toHaveAttribute(
    "href",
    `/send-message?tree=${code}`,
  );
});

test("shows emergency advice first if someone may hurt themselves", async ({ page }) => {
  await openReport(page);
  await page.getByRole("radio", { name: "Self-harm or suicide" }).check();
  await expect(page.getByText(emergency)).toBeVisible();
  await page.getByRole("button", { name: "Send the report" }).click();
  await expect(page.getByRole("status")).toContainText("We've received your report");
  await expect(page.getByText(emergency)).toBeVisible();
});

test("reports a gift by its ID, and says if it no longer exists", async ({ page }) => {
  const { code } = await createTree(siteUrl);
  const gift = await addGift(apiUrl, code, "Buy my watches");
  await page.goto(`/report?tree=${code}&message=${gift}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Report a gift");
  await page.getByRole("radio", { name: "Something else" }).check();
  await page.getByLabel("Anything else?").fill("Watches");
  await page.getByRole("button", { name: "Send the report" }).click();
  await expect(page.getByText("We've received your report")).toBeVisible();
  expect(await page.content()).not.toContain("Buy my watches");

  // A form could only be refused.
  const gone = await page.goto(`/report?tree=${code}&message=${crypto.randomUUID()}`);
  expect(gone?.status()).toBe(404);
  await expect(page.getByRole("alert")).toHaveText(/This gift is no longer on the tree/);
  await expect(page.getByRole("radio")).toHaveCount(0);
  await page.getByRole("link", { name: "Report this tree" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Report a tree or its thank-you");
});

test("leads from the menu of a gift in the list to the report of a gift with a shown name, also without JavaScript", async ({
  browser,
}, info) => {
  const { code } = await createTree(siteUrl);
  await addGift(apiUrl, code, "Kind words", { senderName: "Rude name", showSenderName: true });
  await addGift(apiUrl, code, "Kind words", { senderName: "Hidden", showSenderName: false });
  const page = await browser.newPage({ ...info.project.use, javaScriptEnabled: false });
  await page.goto(`/send-message?tree=${code}`);
  const report = page.getByRole("link", { name: "Report this gift" });
  await expect(page.getByText("Report this gift")).toBeHidden();
  await page.getByRole("button", { name: /^Options for the gift/ }).click();
  await report.click();
  await expect(page).toHaveURL(new RegExp(`/report\\?tree=${code}&message=[0-9a-f-]{36}$`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Report a gift");
  await expect(page.getByRole("main")).toContainText("from Rude name");
  await page.getByRole("radio", { name: "Harassment or bullying" }).check();
  await page.getByRole("button", { name: "Send the report" }).click();
  await expect(page.getByText("We've received your report")).toBeVisible();
  await expect(page.getByRole("main")).toContainText("from Rude name");
  await page.close();
});

test("keeps the input of a refused report, and says why", async ({ page }) => {
  const code = await openReport(page);
  const details = "x".repeat(1001);
  await page.getByRole("radio", { name: "Hate speech" }).check();
  await page.getByLabel("Anything else?").fill(details);
  await page.getByRole("button", { name: "Send the report" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByText("Use at most 1,000 characters. Yours has 1,001.")).toBeVisible();
  await expect(page.getByLabel("Anything else?")).toHaveValue(details);
  await expect(page.getByRole("radio", { name: "Hate speech" })).toBeChecked();

  // Browsers require a reason themselves; a request without one is handled too.
  const answer = await page.request.post(`/report?tree=${code}`, { form: { details: "No reason" } });
  expect(answer.status()).toBe(422);
  const text = await answer.text();
  expect(text).toContain("No reason");
  expect(text).toMatch(/Please fill this in\.|Choose one of these\./);
});

test("helps with a report without a valid tree, and shows the form in Korean", async ({ page, browser }, info) => {
  expect((await page.goto("/report?tree=abc"))?.status()).toBe(400);
  await expect(page.getByRole("heading", { name: "That doesn't look like a tree code" })).toBeVisible();
  expect((await page.goto("/report?tree=abcdefgh"))?.status()).toBe(404);
  expect((await page.goto("/report"))?.status()).toBe(400);

  const korean = await browser.newPage({ ...info.project.use, locale: "ko-KR" });
  await openReport(korean);
  await korean.getByRole("radio", { name: "자해·자살 위험" }).check();
  await korean.getByRole("button", { name: "신고 보내기" }).click();
  await expect(korean.getByRole("status")).toContainText("신고가 접수됐어요");
  await expect(korean.getByText("112나 119")).toBeVisible();
  await korean.close();
});
