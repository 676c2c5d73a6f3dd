import { expect, type Page, test } from "@playwright/test";
import { createTree } from "../fixtures/visitors.ts";

const { SITE_PORT = "4421" } = process.env;
const siteUrl = `http://localhost:${SITE_PORT}`;

/** What an agent that knows tools, but no forms, would find registered. */
type Registered = { name: string; inputSchema: object; execute: (input: object) => Promise<unknown> };

/** Every address of tools for agents that the browser asked for, or its service worker kept. */
async function toolsFetched(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const asked = performance.getEntriesByType("resource").map(({ name }) => name);
    const shelves = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const kept = (await Promise.all(shelves.map((shelf) => shelf.keys()))).flat().map(({ url }) => url);
    return [...asked, ...kept].filter((url) => url.includes("webmcp"));
  });
}

/** Asks for the pages, and gives what was asked for on the way. */
async function askForPages(page: Page, code: string): Promise<string[]> {
  const asked: string[] = [];
  page.context().on("request", (request) => asked.push(request.url()));
  for (const address of ["/", "/create", `/send-message?tree=${code}`]) await page.goto(address);
  return asked;
}

async function leaveGift(page: Page): Promise<void> {
  await expect(page.locator("[data-assistant] span:visible")).toHaveCount(0);
  await page.getByLabel("Your message").fill("By hand");
  await page.getByLabel("Your name").fill("Bob");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("status")).toContainText("Your gift hangs on the tree");
}

test("a browser without agents gets no byte of the tools, and sends gifts as ever", async ({ page }) => {
  const { code } = await createTree(siteUrl);
  const asked = await askForPages(page, code);
  // The worker keeps what the page needs, and that is not among it.
  await page.evaluate(() => navigator.serviceWorker.ready);
  const isCached = (path: string) => page.evaluate(async (kept) => Boolean(await caches.match(kept)), path);
  await expect.poll(() => isCached(`/send-message?tree=${code}`)).toBe(true);
  expect(await toolsFetched(page)).toEqual([]);
  expect(await page.evaluate(() => document.modelContext)).toBeUndefined();
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((url) => url.includes("webmcp"))).toEqual([]);
  await leaveGift(page);
});

test.describe("without JavaScript, either", () => {
  test.use({ javaScriptEnabled: false });

  test("the forms are forms, whatever attributes they have", async ({ page }) => {
    const { code } = await createTree(siteUrl);
    const asked = await askForPages(page, code);
    expect(asked.filter((url) => url.includes("webmcp"))).toEqual([]);
    await leaveGift(page);
  });
});

test("a browser that knows tools but no forms gets the forms as tools that fill them in", async ({ page }) => {
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
  await expect(page.getByRole("status")).toContainText("Your gift hangs on the tree");
  expect(sent).toEqual(["/send-message"]);
});
