import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, devices } from "@playwright/test";

// scripts/test.ts looks for a browser and for free ports, and tells them here.
const { CHROMIUM_PATH, API_PORT = "3100", SITE_PORT = "4421" } = process.env;
const siteUrl = `http://localhost:${SITE_PORT}`;
const phone = devices["Pixel 7"];
const desktop = { viewport: { width: 1280, height: 900 } };

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  use: {
    baseURL: siteUrl,
    screenshot: "only-on-failure",
    launchOptions: { executablePath: CHROMIUM_PATH, args: ["--no-sandbox"] },
  },
  webServer: {
    command: "exec node_modules/.bin/bun scripts/start.ts",
    url: `${siteUrl}/v1/status`,
    env: {
      API_PORT,
      SITE_PORT,
      DATA_DIR: join(tmpdir(), `tree-e2e-${process.pid}`),
      LOG_LEVEL: "warn",
      RATE_LIMITS: "off",
    },
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
    stdout: "ignore",
  },
  projects: [
    { name: "phone", use: phone },
    { name: "desktop", use: desktop },
    { name: "phone without JavaScript", use: { ...phone, javaScriptEnabled: false } },
    { name: "desktop without JavaScript", use: { ...desktop, javaScriptEnabled: false } },
  ],
});
