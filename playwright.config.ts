import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, devices, type Project } from "@playwright/test";
import { unneededFeatures } from "./e2e/fixtures/unneeded-features.ts";

// scripts/test.ts finds a browser and free ports, and passes them in the environment.
const { CHROMIUM_PATH, API_PORT = "3100", SITE_PORT = "4421", RARE_PROJECTS } = process.env;
// npm run distributed passes these, too.
const { E2E_DATABASE_URL = "", E2E_MESSAGE_KEY = "" } = process.env;
const siteUrl = `http://localhost:${SITE_PORT}`;
// Workers read this file too: they get the folder from the process that started them.
process.env.E2E_DATA_DIR ??= join(tmpdir(), `tree-e2e-${process.pid}`);

const phone = devices["Pixel 7"];
const desktop = { viewport: { width: 1280, height: 900 } };
const noScripts = { javaScriptEnabled: false };
// Without a graphics card, a tree's gentle animation costs much CPU time. The rare tests show it where what everyone does
// is tested, and no test depends on it.
const still = { contextOptions: { reducedMotion: "reduce" } } as const;
// What everyone does must work on any device, with scripts and without. Of the four combinations, two run always: they
// have each device, and are with scripts and without. Of an owner's tree, one does, and the rare tests run the opposite.
const everyones = ["journey", "opening-day"].map((name) => `**/journeys/${name}.spec.ts`);
// These pages are tested on a phone with scripts always, and on a desktop without them by the rare tests.
const pages = [
  ...["home", "report", "gifts-of-owner", "owners-tree", "take-back", "replying"].map(
    (name) => `**/journeys/${name}.spec.ts`,
  ),
  "**/offline/offline.spec.ts",
];
// These seldom break: the rare tests run both.
const seldomBroken = ["**/guides/*.spec.ts", "**/journeys/account.spec.ts", "**/journeys/looks.spec.ts"];
const everyPage = "**/site-audit/every-page.spec.ts";
// For a browser with WebMCP. All other specs run in a browser without it.
const forAgents = "**/webmcp/*.spec.ts";
// What was shown in English, or with scripts, once more in another language, or without them.
const repeated = /@translated|@unscripted/;
// Slow, and seldom broken. Only `npm run test:rare` runs them, and what is repeated.
const rare = [
  ...["live-tree", "moderation", "opening-by-thumb", "passkeys", "refused-by-mistake", "small-trees", "taps"].map(
    (name) => `**/journeys/${name}.spec.ts`,
  ),
  ...["coming-back", "gathering", "keepsake-picture", "notifications", "on-paper", "passing-on"].map(
    (name) => `**/journeys/${name}.spec.ts`,
  ),
  ...["gifts-until", "hidden-gifts", "inside-apps", "names", "opening-day-proposed", "owner-name", "time-zones"].map(
    (name) => `**/journeys/${name}.spec.ts`,
  ),
  ...["japanese", "korean"].map((name) => `**/accessibility/${name}.spec.ts`),
  ...["nothing-lost", "offline-worker", "service-away"].map((name) => `**/offline/${name}.spec.ts`),
  "**/security/after-signing-out.spec.ts",
  ...["nothing-moves", "every-page-translated"].map((name) => `**/site-audit/${name}.spec.ts`),
  "**/visual/*.spec.ts",
];
const args = ["--no-sandbox", `--disable-features=${unneededFeatures.join(",")}`];
const withAgents = { executablePath: CHROMIUM_PATH, args: [...args, "--enable-features=WebMCP"] };

const usual: Project[] = [
  // It takes the longest: begun last, it would keep one worker waiting.
  { name: "every page", use: { ...desktop, ...still }, testMatch: everyPage },
  { name: "phone", use: { ...phone, ...still }, testMatch: [...everyones, ...pages] },
  { name: "desktop without JavaScript", use: { ...desktop, ...noScripts, ...still }, testMatch: everyones },
  // All other specs run once; a spec that needs a phone, a language or no JavaScript sets that up itself.
  {
    name: "once",
    use: { ...desktop, ...still },
    testIgnore: [everyPage, ...everyones, ...pages, ...seldomBroken, forAgents, ...rare],
    grepInvert: repeated,
  },
];

const seldom: Project[] = [
  { name: "desktop", use: desktop, testMatch: everyones },
  { name: "phone without JavaScript", use: { ...phone, ...noScripts, ...still }, testMatch: everyones },
  { name: "seldom, on a phone", use: phone, testMatch: seldomBroken },
  {
    name: "seldom, without JavaScript",
    use: { ...desktop, ...noScripts, ...still },
    testMatch: [...pages, ...seldomBroken],
  },
  { name: "once, seldom", use: { ...desktop, ...still }, testMatch: rare },
  { name: "repeated", use: { ...desktop, ...still }, grep: repeated },
  { name: "agent", use: { ...desktop, ...still, launchOptions: withAgents }, testMatch: forAgents },
];

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
      ...{ DATABASE_DIRECT_URL: "", MESSAGE_KEY_FILE: "", SMTP_URL: "" },
      ...{ DATABASE_URL: E2E_DATABASE_URL, MESSAGE_KEY: E2E_MESSAGE_KEY },
      DATA_DIR: process.env.E2E_DATA_DIR,
      LOG_LEVEL: "warn",
      RATE_LIMITS: "off",
      // Nothing listens there.
      PUSH_SERVICES: "http://127.0.0.1:1",
    },
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
    stdout: "ignore",
  },
  projects: [...(RARE_PROJECTS === "only" ? [] : usual), ...(RARE_PROJECTS === "none" ? [] : seldom)],
});
