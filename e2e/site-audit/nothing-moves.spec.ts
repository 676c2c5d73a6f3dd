import { expect, test } from "@playwright/test";
import { seedService, WORDS } from "../audit/seed.ts";
import { SLOW_DEVICES, shiftsInPieces, shiftsOn, slowLoads } from "../audit/shifts.ts";
import { LANGUAGES } from "../audit/visit.ts";
import { EVERY_PAGE } from "./pages.ts";

const { API_PORT = "3100", SITE_PORT = "4421", E2E_DATA_DIR = "" } = process.env;
const [site, api] = [`http://localhost:${SITE_PORT}`, `http://localhost:${API_PORT}`];
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
    const seeded = await seedService(site, api, E2E_DATA_DIR, WORDS[language]);
    expect(await shiftsOn(pages, browser, device.options, seeded, language, 1)).toEqual([]);
  });
}

// Pages of which something is laid out from its middle, in the language with the longest words.
const PHONE = ["home", "tree", "tree-refused", "tree-unknown", "screen", "thanks", "take-back-replied", "planted"];
const FROM_THE_MIDDLE = {
  phone: [...PHONE, "invitation", "create", "keepsake", "moderation"],
  desktop: ["home", "thanks", "create", "moderation", "my-tree", "opening-done", "keepsake"],
};

for (const device of ["phone", "desktop"] as const) {
  test(`moves nothing on a ${device} while a page arrives in pieces`, async ({ browser }) => {
    const arriving = EVERY_PAGE.filter(({ name }) => FROM_THE_MIDDLE[device].includes(name));
    expect(arriving.length).toBe(FROM_THE_MIDDLE[device].length);
    test.setTimeout(arriving.length * PAGE_MS + SEED_MS);
    const seeded = await seedService(site, api, E2E_DATA_DIR, WORDS.es);
    expect(await shiftsInPieces(arriving, browser, SLOW_DEVICES[device].options, seeded, "es")).toEqual([]);
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
