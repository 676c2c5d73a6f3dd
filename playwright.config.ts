import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { unneededFeatures } from "./e2e/fixtures/unneeded-features.ts";

// scripts/test.ts finds a browser and free ports, and passes them in the environment.
const { CHROMIUM_PATH, API_PORT = "3100", SITE_PORT = "4421" } = process.env;
const siteUrl = `http://localhost:${SITE_PORT}`;
// Workers read this file too: they get the folder from the process that started them.
process.env.E2E_DATA_DIR ??= join(tmpdir(), `tree-e2e-${process.pid}`);

const phone = devices["Pixel 7"];
const desktop = { viewport: { width: 1280, height: 900 } };
const noScripts = { javaScriptEnabled: false };
// Without a graphics card, a tree's gentle animation costs much CPU time. The phone projects show it, and no test
// depends on it.
const still = { contextOptions: { reducedMotion: "reduce" } } as const;
// What everyone does must work on any device, with scripts and without.
const onAnyDevice = ["journey", "owners-tree", "opening-day"].map((name) => `**/journeys/${name}.spec.ts`);
// These pages are tested on a phone with scripts, and on a desktop without.
const pages = [
  ...["home", "report", "account", "gifts-of-owner", "looks", "take-back"].map((name) => `**/journeys/${name}.spec.ts`),
  "**/offline/offline.spec.ts",
  "**/guides/*.spec.ts",
];
// For a browser with WebMCP. All other specs run in a browser without it.
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
  // Journeys are long, and a busy machine is no reason to fail them.
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
      // An .env file may name other data, keys or a mail server.
      ...{ DATABASE_URL: "", DATABASE_DIRECT_URL: "", MESSAGE_KEY: "", MESSAGE_KEY_FILE: "", SMTP_URL: "" },
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
    // All other specs run once; a spec that needs a phone, a language or no JavaScript sets that up itself.
    { name: "once", use: { ...desktop, ...still }, testIgnore: [...onAnyDevice, ...pages, forAgents] },
    { name: "agent", use: { ...desktop, ...still, launchOptions: withAgents }, testMatch: forAgents },
  ],
});
