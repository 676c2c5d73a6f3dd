import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { expect, type Page, test } from "@playwright/test";
import { PAGES } from "../audit/pages.ts";
import { seedService } from "../audit/seed.ts";
import { newVisitor, visit } from "../audit/visit.ts";
import { createTree } from "../fixtures/visitors.ts";
import { isOlder } from "./agent.ts";

const { API_PORT = "3100", SITE_PORT = "4421" } = process.env;
const siteUrl = `http://localhost:${SITE_PORT}`;
const PAGE_MS = 3_000;
/** The delay between two chunks of a page. */
const PIECE_MS = 100;
const EVERYWHERE = ["create_tree", "days_until", "open_tree"];
/**
 * Size limits of the tools, and of the one script on every page: it loads the tools, registers the service worker (some
 * 260 bytes), and keeps an owner's page from reappearing after signing out (some 420).
 */
const TOOLS_MAX_BYTES = 3_200;
const LOADER_MAX_BYTES = 800;

/** The tools as the browser knows them, including those of forms. */
const toolsOn = (page: Page) =>
  page.evaluate(async () => {
    const tools = await document.modelContext?.getTools();
    return (tools ?? []).map(({ name, title, description, inputSchema, annotations }) => ({
      ...{ name, title, description, inputSchema, annotations },
    }));
  });

const namesOn = async (page: Page) => (await toolsOn(page)).map(({ name }) => name);

test("offers tools on every page, without problems reported by the browser", async ({ browser }, info) => {
  test.setTimeout(PAGES.length * PAGE_MS);
  const seeded = await seedService(siteUrl, `http://localhost:${API_PORT}`);
  const visitor = await newVisitor(browser, "en", info.project.use);
  const tab = await visitor.newPage();
  const cdp = await visitor.newCDPSession(tab);
  const faults: string[] = [];
  cdp.on("Audits.issueAdded", ({ issue }) => {
    if (JSON.stringify(issue).includes("FormModelContext")) faults.push(`${tab.url()}: ${JSON.stringify(issue)}`);
  });
  await cdp.send("Audits.enable");
  const lacking: Record<string, string[]> = {};
  for (const page of PAGES) {
    await visit(tab, page, seeded, "en");
    const forms = await tab
      .locator("form[toolname]")
      .evaluateAll((all) => all.map((form) => form.getAttribute("toolname")));
    const expected = [...EVERYWHERE, ...forms].sort();
    await expect.poll(() => namesOn(tab), { message: page.name }).toEqual(expected);
    if (/^(tree|tree-(closed|errors))$/.test(page.name) && !forms.includes("fill_message"))
      lacking[page.name] = expected as string[];
    if (/^(home|not-found|tree-unknown)$/.test(page.name) && !forms.includes("fill_tree_code"))
      lacking[page.name] = expected as string[];
  }
  await visitor.close();
  expect(faults).toEqual([]);
  expect(lacking).toEqual({});
});

test("reports no faulty tool while a page arrives in pieces", async ({ page }) => {
  const { code } = await createTree(siteUrl);
  const html = await (await fetch(`${siteUrl}/send-message?tree=${code}`)).text();
  const controls = [...html.matchAll(/<(input|textarea|select)\b[^>]*>/g)].map(
    ({ 0: tag, index }) => index + tag.length,
  );
  expect(controls.length).toBeGreaterThan(10);
  let cut = 0;
  const inPieces = createServer(async (_request, answer) => {
    answer.setHeader("content-type", "text/html; charset=utf-8").write(html.slice(0, cut));
    await setTimeout(PIECE_MS);
    answer.end(html.slice(cut));
  });
  await once(inPieces.listen(0), "listening");
  const { port } = inPieces.address() as AddressInfo;
  const faults: string[] = [];
  const cdp = await page.context().newCDPSession(page);
  cdp.on("Audits.issueAdded", ({ issue }) => {
    const { errorType = "" } = issue.details.genericIssueDetails ?? {};
    if (errorType.startsWith("FormModelContext")) faults.push(`${errorType} after ${html.slice(0, cut).slice(-100)}`);
  });
  await cdp.send("Audits.enable");
  for (cut of controls) await page.goto(`http://localhost:${port}/`, { waitUntil: "domcontentloaded" });
  await expect.poll(() => namesOn(page)).toContain("fill_message");
  inPieces.close();
  expect(faults).toEqual([]);
});

test("detects an incomplete form tool by the browser's report", async ({ page }) => {
  const cdp = await page.context().newCDPSession(page);
  const found: string[] = [];
  cdp.on("Audits.issueAdded", ({ issue }) => found.push(JSON.stringify(issue)));
  await cdp.send("Audits.enable");
  await page.goto("/offline");
  await page.evaluate(() =>
    document.body.insertAdjacentHTML("beforeend", '<form toolname="half"><button>Go</button></form>'),
  );
  await expect.poll(() => found.some((each) => each.includes("FormModelContextMissingToolDescription"))).toBe(true);
});

test("offers exactly the tools of surface.json (needs Chromium 156)", async ({ page, browser }) => {
  test.skip(isOlder(browser), "Its getTools() lists no schemas.");
  const surface = JSON.parse(readFileSync(join(import.meta.dirname, "surface.json"), "utf8"));
  const { code } = await createTree(siteUrl);
  await page.goto(`/send-message?tree=${code}`);
  await expect.poll(() => namesOn(page)).toHaveLength(4);
  const ofTree = await toolsOn(page);
  await page.goto("/");
  await expect.poll(() => namesOn(page)).toHaveLength(4);
  const ofCode = (await toolsOn(page)).filter(({ name }) => name === "fill_tree_code");
  const seen = [...ofTree, ...ofCode];
  expect(JSON.parse(JSON.stringify(seen))).toEqual(surface);

  for (const tool of seen) {
    expect(tool.name).toMatch(/^[a-z_]{1,30}$/);
    expect(tool.title.length).toBeGreaterThan(3);
    expect(tool.description.length).toBeLessThanOrEqual(500);
    const { properties } = tool.inputSchema as { properties: Record<string, { description: string }> };
    for (const [name, { description }] of Object.entries(properties)) {
      expect(name).toMatch(/^[a-zA-Z]{1,30}$/);
      expect(description.length).toBeGreaterThan(10);
      expect(description.length).toBeLessThanOrEqual(150);
    }
  }
});

test("keeps the scripts for agents small", async ({ page, request }) => {
  const scripts: string[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.url());
  });
  await page.goto("/offline");
  await expect.poll(() => namesOn(page)).toEqual(EVERYWHERE);
  const weigh = async (url = "") => gzipSync(await (await request.get(url)).body(), { level: 9 }).length;
  const [tools = "", none] = scripts.filter((url) => url.includes("/webmcp."));
  const [loader = "", ...others] = scripts.filter((url) => url !== tools);
  expect([none, others]).toEqual([undefined, []]);
  const weights = [await weigh(tools), await weigh(loader)];
  console.log(
    `for agents ${weights[0]} bytes, gzipped; ${weights[1]} on every page, including the service worker's registration`,
  );
  expect(weights[0]).toBeLessThanOrEqual(TOOLS_MAX_BYTES);
  expect(weights[1]).toBeLessThanOrEqual(LOADER_MAX_BYTES);
});

test("needs no header for its tools but an origin-keyed cluster, and allows no inline scripts", async ({ request }) => {
  for (const address of ["/", "/no-such-page", "/favicon.svg"]) {
    const headers = (await request.get(address)).headers();
    expect(headers["origin-agent-cluster"]).toBe("?1");
    expect(headers["content-security-policy"]).toContain("script-src 'self';");
    expect(headers["content-security-policy"]).not.toContain("unsafe");
    expect(headers["origin-trial"]).toBeUndefined();
  }
});
