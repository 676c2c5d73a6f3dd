import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { unneededFeatures } from "./e2e/fixtures/unneeded-features.ts";

// scripts/test.ts looks for a browser and for free ports, and tells them here.
const { CHROMIUM_PATH, API_PORT = "3100", SITE_PORT = "4421" } = process.env;
const siteUrl = `http://localhost:${SITE_PORT}`;
// Workers read this file too: they learn the folder from the process that started them.
process.env.E2E_DATA_DIR ??= join(tmpdir(), `tree-e2e-${process.pid}`);

const phone = devices["Pixel 7"];
const desktop = { viewport: { width: 1280, height: 900 } };
const noScripts = { javaScriptEnabled: false };
// A tree's gentle motion costs a processor without a graphics card a good part of its time: phones show it, and no test
// asks about it.
const still = { contextOptions: { reducedMotion: "reduce" } } as const;
// What everybody does here must go on any device, with scripts and without.
const onAnyDevice = ["journey", "owners-tree", "opening-day"].map((name) => `**/journeys/${name}.spec.ts`);
// These pages are asked on a phone with scripts, and on a desk without.
const pages = [
  ...["home", "report", "account", "gifts-of-owner"].map((name) => `**/journeys/${name}.spec.ts`),
  "**/offline/offline.spec.ts",
  "**/guides/*.spec.ts",
];
// In a browser that has agents; all others meet the same pages in a browser without.
const forAgents = "**/webmcp/*.spec.ts";
const args = ["--no-sandbox", `--disable-features=${unneededFeatures.join(",")}`];
const withAgents = { executablePath: CHROMIUM_PATH, args: [...args, "--enable-features=WebMCP"] };

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  snapshotPathTemplate: "{testDir}/visual/{arg}{ext}",
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Journeys are long, and a machine that does other things beside them is no reason to call them broken.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  use: {
    baseURL: siteUrl,
    screenshot: "only-on-failure",
    launchOptions: { executablePath: CHROMIUM_PATH, args },
  },
  webServer: {
    command: "exec node_modules/.bin/bun scripts/start.ts",
    url: `${siteUrl}/v1/status`,
    env: {
      API_PORT,
      SITE_PORT,
      DATA_DIR: process.env.E2E_DATA_DIR,
      LOG_LEVEL: "warn",
      RATE_LIMITS: "off",
    },
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
    stdout: "ignore",
  },
  projects: [
    { name: "phone", use: phone, testMatch: [...onAnyDevice, ...pages] },
    { name: "desktop", use: { ...desktop, ...still }, testMatch: onAnyDevice },
    { name: "phone without JavaScript", use: { ...phone, ...noScripts, ...still }, testMatch: onAnyDevice },
    {
      name: "desktop without JavaScript",
      use: { ...desktop, ...noScripts, ...still },
      testMatch: [...onAnyDevice, ...pages],
    },
    // Every other question is asked once; a spec that wants a phone, a language or no JavaScript says so itself.
    { name: "once", use: { ...desktop, ...still }, testIgnore: [...onAnyDevice, ...pages, forAgents] },
    { name: "agent", use: { ...desktop, ...still, launchOptions: withAgents }, testMatch: forAgents },
  ],
});
