import { expect, type Page, test } from "@playwright/test";
import { createTree } from "../fixtures/visitors.ts";

const { SITE_PORT = "4421" } = process.env;
const siteUrl = `http://localhost:${SITE_PORT}`;

/** What an agent that knows tools, but not declarative forms, would find registered. */
type Registered = { name: string; inputSchema: object; execute: (input: object) => Promise<unknown> };

/** URLs of WebMCP tools that the browser requested or its service worker cached. */
async function toolsFetched(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const requested = performance.getEntriesByType("resource").map(({ name }) => name);
    const shelves = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const cached = (await Promise.all(shelves.map((shelf) => shelf.keys()))).flat().map(({ url }) => url);
    return [...requested, ...cached].filter((url) => url.includes("webmcp"));
  });
}

/** Opens the pages, and returns the requested URLs. */
async function askForPages(page: Page, code: string): Promise<string[]> {
  const requested: string[] = [];
  page.context().on("request", (request) => requested.push(request.url()));
  for (const address of ["/", "/create", `/send-message?tree=${code}`]) await page.goto(address);
  return requested;
}

async function leaveGift(page: Page): Promise<void> {
  await expect(page.locator("[data-assistant] span:visible")).toHaveCount(0);
  await page.getByLabel("Your message").fill("By hand");
  await page.getByLabel("Your name").fill("Bob");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("status").filter({ hasText: "It's on the tree!" })).toBeVisible();
}

test("loads no byte of the tools in a browser without WebMCP, where gifts are sent as usual", async ({ page }) => {
  const { code } = await createTree(siteUrl);
  const requested = await askForPages(page, code);
  // The worker caches what the page needs, which does not include the tools.
  await page.evaluate(() => navigator.serviceWorker.ready);
  const isCached = (path: string) => page.evaluate(async (url) => Boolean(await caches.match(url)), path);
  await expect.poll(() => isCached(`/send-message?tree=${code}`)).toBe(true);
  expect(await toolsFetched(page)).toEqual([]);
  expect(await page.evaluate(() => document.modelContext)).toBeUndefined();
  expect(requested.length).toBeGreaterThan(5);
  expect(requested.filter((url) => url.includes("webmcp"))).toEqual([]);
  await leaveGift(page);
});

test.describe("without JavaScript, either", () => {
  test.use({ javaScriptEnabled: false });

  test("keeps the forms working in spite of their tool attributes", async ({ page }) => {
    const { code } = await createTree(siteUrl);
    const requested = await askForPages(page, code);
    expect(requested.filter((url) => url.includes("webmcp"))).toEqual([]);
    await leaveGift(page);
  });
});

test("registers the forms as tools that fill them in if a browser knows tools, but not declarative forms", async ({
  page,
}) => {
  const { code } = await createTree(siteUrl);
  await page.addInitScript(() => {
    const registered: Registered[] = [];
    const modelContext = Object.assign(new EventTarget(), {
      registerTool: async (tool: Registered) => registered.push(tool),
    });
    Object.assign(window, { registered });
    Object.defineProperty(document, "modelContext", { value: modelContext });
  });
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).pathname));
  await page.goto(`/send-message?tree=${code}`);
  const registered = () =>
    page.evaluate(() =>
      (window as unknown as { registered: Registered[] }).registered.map(({ name, inputSchema }) => ({
        name,
        inputSchema,
      })),
    );
  await expect
    .poll(async () => (await registered()).map(({ name }) => name))
    .toEqual(["open_tree", "create_tree", "days_until", "fill_message"]);
  expect((await registered()).at(-1)?.inputSchema).toMatchObject({
    properties: {
      giftAssetId: {
        type: "string",
        enum: expect.arrayContaining(["robin", "kite"]),
        description: "The gift to hang on the tree.",
      },
      message: { type: "string" },
      senderName: { type: "string" },
      showSenderName: { type: "boolean" },
    },
  });

  const answer = await page.evaluate(() => {
    const tools = (window as unknown as { registered: Registered[] }).registered;
    return tools
      .at(-1)
      ?.execute({ giftAssetId: "kite", message: "From a tool", senderName: "Bob", showSenderName: true });
  });
  expect(answer).toMatchObject({
    ok: true,
    filled: { giftAssetId: "kite", message: "From a tool", senderName: "Bob" },
  });
  await expect(page.getByRole("radio", { name: "Kite" })).toBeChecked();
  await expect(page.getByText("Filled in by your assistant")).toBeVisible();
  expect(sent).toEqual([]);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("status").filter({ hasText: "It's on the tree!" })).toBeVisible();
  expect(sent).toEqual(["/send-message"]);
});
