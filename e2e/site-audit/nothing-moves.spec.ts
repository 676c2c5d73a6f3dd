import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { type Seed, seedService, WORDS } from "../audit/seed.ts";
import { SLOW_DEVICES, shiftsOn, slowLoads } from "../audit/shifts.ts";
import { LANGUAGES } from "../audit/visit.ts";
import { EVERY_PAGE } from "./pages.ts";

const { API_PORT = "3100", SITE_PORT = "4421", E2E_DATA_DIR = "" } = process.env;
const PAGE_MS = 6_000;
const SEED_MS = 30_000;

// Slow loads take time, so only the pages whose scripts once moved something are tested here. `npm run audit -- --only
// shifts` loads every page ten times.
const OWNERS = ["create", "create-errors", "my-tree", "opening-done", "keepsake"];
const ONCE_MOVED = [...OWNERS, "account", "status", "moderation", "moderation-history"];
const pages = EVERY_PAGE.filter(({ name }) => ONCE_MOVED.includes(name));

for (const [language, device] of [
  ["en", SLOW_DEVICES.phone],
  ["ko", SLOW_DEVICES.desktop],
] as const) {
  test(`moves nothing after the first paint in ${LANGUAGES[language]}, on a slow ${device.name}`, async ({
    browser,
  }) => {
    test.setTimeout(pages.length * PAGE_MS + SEED_MS);
    const [site, api] = [`http://localhost:${SITE_PORT}`, `http://localhost:${API_PORT}`];
    const seeded = await seedService(site, api, E2E_DATA_DIR, WORDS[language]);
    expect(await shiftsOn(pages, browser, device.options, seeded, language, 1)).toEqual([]);
  });
}

const PIECE_MS = 2_000;

/** Pages that arrive in two pieces: the first ends within words whose width decides what is beside or below them. */
const IN_TWO_PIECES = [
  {
    name: "create",
    address: () => "/en/create",
    by: "cookie",
    width: 412,
    shown: "figcaption",
    middleOf: (body: Buffer) => body.lastIndexOf("tree</figcaption>"),
  },
  {
    name: "moderation",
    address: () => "/en/moderation",
    by: "moderator",
    width: 412,
    shown: ".acts summary.danger",
    middleOf: (body: Buffer) => body.indexOf("ke down the tree"),
  },
  {
    name: "my-tree",
    address: ({ open }: Seed) => `/en/my-trees/${open}`,
    by: "cookie",
    width: 1_280,
    shown: ".start .button",
    middleOf: (body: Buffer) => body.indexOf("ap one by one"),
  },
  {
    name: "keepsake",
    address: ({ open }: Seed) => `/en/my-trees/${open}/keepsake`,
    by: "cookie",
    width: 1_280,
    shown: ".ways a",
    middleOf: (body: Buffer) => body.indexOf("See you on Sunday!</p>"),
  },
] as const;

for (const { name, address: addressIn, by, width, shown, middleOf } of IN_TWO_PIECES) {
  test(`moves nothing on the page ${name} if it arrives in two pieces`, async ({ page, baseURL }) => {
    const site = baseURL ?? "";
    test.setTimeout(SEED_MS + 2 * PAGE_MS);
    const { seed } = await seedService(site, `http://localhost:${API_PORT}`, E2E_DATA_DIR);
    const address = addressIn(seed);
    const server = createServer(async ({ url = "" }, response) => {
      const answer = await fetch(site + url, { headers: { cookie: seed[by] } });
      response.setHeader("content-type", answer.headers.get("content-type") ?? "");
      const body = Buffer.from(await answer.arrayBuffer());
      const middle = url === address ? middleOf(body) : 0;
      response.write(body.subarray(0, middle));
      if (middle > 0) await new Promise((resolve) => setTimeout(resolve, PIECE_MS));
      response.end(body.subarray(middle));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    await page.setViewportSize({ width, height: 1_600 });
    const shifts = await slowLoads(page);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${address}`);
    await expect(page.locator(shown).first()).toBeVisible();
    expect(await shifts()).toEqual([]);
    server.close();
  });
}

test("detects a shift by a late script", async ({ page }) => {
  const shifts = await slowLoads(page);
  await page.route("**/moving", (route) =>
    route.fulfill({ contentType: "text/html", body: "<p hidden>Late</p><h1>Early</h1><script src=/late.js></script>" }),
  );
  await page.route("**/late.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.fulfill({ contentType: "text/javascript", body: "document.querySelector('p').hidden = false" });
  });
  await page.goto("/moving");
  expect(await shifts()).toEqual([expect.stringContaining('h1 "Early"')]);
});
