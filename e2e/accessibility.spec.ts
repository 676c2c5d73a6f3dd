import { expect, test } from "@playwright/test";
import { violationsOn } from "./audit/axe.ts";
import { PAGES } from "./audit/pages.ts";
import { seededWorld } from "./audit/seed.ts";
import { LANGUAGES, newVisitor, visit } from "./audit/visit.ts";

const { API_PORT = "3100", SITE_PORT = "4421" } = process.env;
const PAGE_MS = 4_000;

for (const [language, name] of Object.entries(LANGUAGES)) {
  test(`everybody can use every page in ${name}, in light and in dark colours`, async ({ browser }, info) => {
    test.setTimeout(PAGES.length * PAGE_MS);
    const world = await seededWorld(`http://localhost:${SITE_PORT}`, `http://localhost:${API_PORT}`);
    const visitor = await newVisitor(browser, language, info.project.use);
    const tab = await visitor.newPage();
    const found: string[] = [];
    for (const page of PAGES) {
      const fault = await visit(tab, page, world, language);
      const { light, dark } = fault ? { light: [fault], dark: [] } : await violationsOn(tab);
      found.push(...light.map((each) => `${page.name}: ${each}`), ...dark.map((each) => `${page.name}, dark: ${each}`));
    }
    await visitor.close();
    expect(found).toEqual([]);
  });
}

test("the audit sees what is wrong with a page, however strict the page's policy is", async ({ page }) => {
  const body = '<title>A page</title><main><h1>A page</h1><img src="/none.png"></main>';
  const policy = "default-src 'none'; require-trusted-types-for 'script'";
  await page.route("**/bad", (route) =>
    route.fulfill({ contentType: "text/html", body, headers: { "content-security-policy": policy } }),
  );
  await page.goto("/bad");
  const { light } = await violationsOn(page);
  expect(light.map((each) => each.split(":")[0])).toEqual(["html-has-lang", "image-alt"]);
});
