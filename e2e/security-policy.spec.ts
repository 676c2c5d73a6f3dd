import { expect, type Page, test } from "@playwright/test";
import { PAGES } from "./audit/pages.ts";
import { seededWorld } from "./audit/seed.ts";
import { newVisitor, visit } from "./audit/visit.ts";

const { API_PORT = "3100", SITE_PORT = "4421" } = process.env;
const PAGE_MS = 3_000;

/** Everything that the browser refused on the page's own policy; with or without JavaScript it says so in its console. */
function refusedOn(page: Page): string[] {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refused.push(`${page.url()}: ${message.text()}`);
  });
  return refused;
}

test("every page keeps to its own policy: nothing inline, nothing from elsewhere", async ({ browser }, info) => {
  test.setTimeout(PAGES.length * PAGE_MS);
  const world = await seededWorld(`http://localhost:${SITE_PORT}`, `http://localhost:${API_PORT}`);
  const visitor = await newVisitor(browser, "en", info.project.use);
  const tab = await visitor.newPage();
  const refused = refusedOn(tab);
  const lax: string[] = [];
  for (const page of PAGES) {
    const answer = tab.waitForResponse(
      (response) =>
        response.request().isNavigationRequest() &&
        response.url().startsWith(world.site) &&
        response.headers()["content-security-policy"] !== undefined,
    );
    await visit(tab, page, world, "en");
    await tab.waitForLoadState("networkidle");
    const policy = (await answer).headers()["content-security-policy"] ?? "";
    if (!policy.includes("default-src 'self'") || policy.includes("unsafe")) lax.push(`${page.name}: ${policy}`);
  }
  await visitor.close();
  expect(refused).toEqual([]);
  expect(lax).toEqual([]);
});

test("what breaks the policy is seen", async ({ page }) => {
  const refused = refusedOn(page);
  await page.route("**/offline", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace("<main", '<p style="color: red">Red</p><main');
    await route.fulfill({ response: answer, body });
  });
  await page.goto("/offline");
  await expect.poll(() => refused.length).toBeGreaterThan(0);
});
