import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { newVisitor } from "../audit/visit.ts";
import { newScale } from "../audit/wire-bytes.ts";
import { expect, test } from "../fixtures/visiting.ts";

const { SITE_PORT = "4421" } = process.env;
const SITE = `http://localhost:${SITE_PORT}`;
const BYTES_MAX = 60_000;
const SCRIPT_BYTES_MAX = 15_000;
// Less than a page and its styles would mean that the measurement failed.
const BYTES_AT_LEAST = 5_000;
// Content that may be too wide for a phone; each element scrolls by itself.
const WIDE = "article :is([role=region], pre)";

async function guideAddresses(): Promise<string[]> {
  const guides: { name: string }[] = await (await fetch(`${SITE}/guides/list.json`)).json();
  return ["/guides/", ...guides.map(({ name }) => `/guides/${name}`)];
}

test.describe("every guide", () => {
  // One walk for both tests: each checks its part of the results.
  test.describe.configure({ mode: "default" });
  let guides: Awaited<ReturnType<typeof walkGuides>>;
  test.beforeAll(async ({ browser }, info) => {
    test.setTimeout(60_000);
    guides = await walkGuides(browser, info.project.use);
  });

  test("fits a guide to the screen, and lets wider content scroll by itself, by keyboard too", () => {
    for (const { address, widths, tabStops, labels } of guides) {
      expect([address, widths[0]]).toEqual([address, widths[1]]);
      expect([address, ...new Set(tabStops)]).toEqual([address, ...(tabStops.length > 0 ? ["0"] : [])]);
      expect(labels).toEqual([...new Set(labels)]);
    }
    expect(guides.flatMap(({ tabStops }) => tabStops).length).toBeGreaterThan(0);
  });

  test("keeps every guide small at a first visit", () => {
    for (const { address, scripts, all } of guides) {
      expect(scripts, address).toBeLessThanOrEqual(SCRIPT_BYTES_MAX);
      expect(all, address).toBeLessThanOrEqual(BYTES_MAX);
      expect(all, address).toBeGreaterThan(BYTES_AT_LEAST);
    }
    console.log(guides.map(({ address, scripts, all }) => `${address} ${scripts} ${all}`).join("\n"));
  });
});

/** Visits each guide without a service worker's cache, and measures it. */
async function walkGuides(browser: Browser, options: BrowserContextOptions) {
  const visitor = await newVisitor(browser, "en", options);
  const page = await visitor.newPage();
  const scale = await newScale(page);
  const guides = [];
  for (const address of await guideAddresses()) {
    await page.goto(SITE + address);
    const { scripts, all } = await scale.total();
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    const tabStops = await page.locator(WIDE).evaluateAll((wide) => wide.map((each) => each.getAttribute("tabindex")));
    const regions = page.locator("article [role=region]");
    const labels = await regions.evaluateAll((found) => found.map((each) => each.ariaLabel));
    guides.push({ address, scripts, all, widths, tabStops, labels });
  }
  await visitor.close();
  return guides;
}

test("copies an example with one click if there is a clipboard", async ({ page, context }) => {
  await page.goto("/guides/api");
  const example = page.locator("copy-code", { hasText: "Looks a tree up" });
  if (test.info().project.use.javaScriptEnabled === false) {
    await expect(example).toBeVisible();
    await expect(page.getByRole("button", { name: "Copy" })).toHaveCount(0);
    return;
  }
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await example.getByRole("button", { name: "Copy" }).click();
  await expect(example.getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await example.locator("code").textContent());
});

test("keeps a name in a table's cell in one piece, also as a link", async ({ page }) => {
  await page.goto("/ko/guides/webmcp");
  const lines = (codes: Element[]) => codes.map((code) => [code.textContent, code.getClientRects().length]);
  const names = await page.locator("td > a > code").evaluateAll(lines);
  expect(names.length).toBeGreaterThan(3);
  for (const [name, count] of names) expect(count, `${name}`).toBe(1);
});

test("collapses the examples in other languages, and expands them without a script", async ({ page }) => {
  await page.goto("/guides/api");
  const [first] = await page.locator(".example").all();
  if (!first) throw new Error("The API guide shows no examples.");
  await expect(first.getByText("Looks a tree up")).toBeVisible();
  await expect(first.getByText("urlopen(address)")).toBeHidden();
  await first.getByText("Python", { exact: true }).click();
  await expect(first.getByText("urlopen(address)")).toBeVisible();
});

test("links from the table of contents to a section of the guide", async ({ page }) => {
  await page.goto("/guides/privacy");
  await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "Logs" }).click();
  expect(new URL(page.url()).hash).toBe("#logs");
  await expect(page.getByRole("heading", { name: "Logs" })).toBeInViewport();
});

test("links to the owner's trees in a guide's header without revealing who is signed in", async ({
  page,
  becomeOwner,
}) => {
  const main = (tab: Page) => tab.getByRole("navigation", { name: "Main" });
  await becomeOwner();
  await page.goto("/guides/terms");
  await expect(main(page).locator("a:not([hreflang])")).toHaveText(["My trees", "Create a tree"]);
  await expect(main(page).locator("form")).toHaveCount(0);
  await main(page).getByRole("link", { name: "My trees" }).click();
  await expect(page.getByRole("heading", { name: "My trees" })).toBeVisible();
});

test("prints a guide without its navigation", async ({ page }) => {
  await page.goto("/guides/privacy");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "Privacy", level: 1 })).toBeVisible();
  await expect(page.getByRole("table").first()).toBeVisible();
  for (const name of ["Main", "On this page", "Breadcrumb", "More guides"])
    await expect(page.getByRole("navigation", { name })).toBeHidden();
});

test("searches the guides in the browser, and loads the index only on use", async ({ page, javaScriptEnabled }) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await page.goto("/guides/");
  const field = page.getByLabel("Search guides");
  if (!javaScriptEnabled) return expect(field).toBeHidden();
  await page.waitForLoadState("networkidle");
  expect(requested.filter((path) => path.endsWith("/search.json"))).toEqual([]);
  await field.fill("idempotency");
  const found = page.getByRole("search").getByRole("link");
  await expect(found.first()).toBeVisible();
  for (const link of await found.all()) {
    const address = new URL((await link.getAttribute("href")) ?? "", page.url());
    const html = await (await page.request.get(address.href)).text();
    if (address.hash) expect(html, address.href).toContain(`id="${decodeURIComponent(address.hash.slice(1))}"`);
  }
  for (const question of ["delete my account", "how do I delete my account"]) {
    await field.fill("");
    await expect(found).toHaveCount(0);
    await field.fill(question);
    await expect(found.filter({ hasText: "Privacy Policy: What you can do" })).toBeVisible();
  }
  await field.fill("xyzzy-nothing-of-that");
  await expect(page.getByRole("search").getByRole("status")).toHaveText("Nothing found. Try another word.");
});

test("finds a word as Japanese and Korean keyboards may type it", async ({ page, javaScriptEnabled }) => {
  if (!javaScriptEnabled) {
    await page.goto("/ja/guides/");
    return expect(page.getByRole("searchbox")).toBeHidden();
  }
  for (const [language, spellings] of [
    ["ja", ["ギフト", "ｷﾞﾌﾄ", "ＡＰＩ", "印刷", "学校", "開封日を変更", "友達に送る", "取消"]],
    ["ko", ["선물", "선물".normalize("NFD"), "트리코드", "인쇄", "학교", "공개일을 변경"]],
  ] as const) {
    await page.goto(`/${language}/guides/`);
    for (const spelling of spellings) {
      await page.getByRole("searchbox").fill(spelling);
      await expect(page.getByRole("search").getByRole("link").first(), spelling).toBeVisible();
      await page.getByRole("searchbox").fill("");
      await expect(page.getByRole("search").getByRole("link")).toHaveCount(0);
    }
  }
});
