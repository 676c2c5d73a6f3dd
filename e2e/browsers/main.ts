import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startPlainService } from "../../test-support/plain-service.ts";
import { type Driver, type Look, SilentBrowser } from "./driver.ts";
import { firefox } from "./firefox/firefox.ts";
import { findBrowsers, install, packagesFor } from "./install.ts";
import type { Journey } from "./journey.ts";
import { chooseNames } from "./journeys/choose-names.ts";
import { createATree } from "./journeys/create-a-tree.ts";
import { everyPage } from "./journeys/every-page.ts";
import { leaveAGift } from "./journeys/leave-a-gift.ts";
import { print } from "./journeys/print.ts";
import { readAnOpenedTree } from "./journeys/read-an-opened-tree.ts";
import { anotherTab, signOutAndBack } from "./journeys/sign-out-and-back.ts";
import { takeAGiftBack } from "./journeys/take-a-gift-back.ts";
import { visitor } from "./visitor.ts";
import { webkit } from "./webkit/webkit.ts";

/**
 * Runs the journeys of owners and friends in Firefox and WebKitGTK: `npm run browsers`. If CI is set or with
 * `--install`, it installs missing browsers; otherwise it names them. Screenshots are saved to browser-pictures for
 * review. Fails if a journey fails; a missing browser is reported, but is not a failure.
 */

/** Separate from the folder that Playwright empties. */
const PICTURES = "browser-pictures";
const PHONE: Look = { width: 390, height: 844, isDark: false, language: "en", runsScripts: true };
const DESKTOP: Look = { width: 1280, height: 900, isDark: true, language: "ko", runsScripts: true };
const LOOKS = {
  phone: PHONE,
  "desktop-dark-korean": DESKTOP,
  "phone-without-scripts": { ...PHONE, runsScripts: false },
};
const JOURNEYS: readonly Journey[] = [
  ...[leaveAGift, takeAGiftBack, createATree, readAnOpenedTree, signOutAndBack, anotherTab],
  ...[chooseNames, print, everyPage],
];

/** `npm run browsers -- print` runs only the journeys whose titles contain one of the words. */
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const isWanted = ({ title, needsNoScripts }: Journey, { runsScripts }: Look) =>
  (runsScripts || needsNoScripts) && (words.length === 0 || words.some((word) => title.includes(word)));

let found = findBrowsers();
const missing = packagesFor(found);
const mayInstall = Boolean(process.env.CI) || process.argv.includes("--install");
if (missing.length > 0 && mayInstall && install(missing)) found = findBrowsers();

const { firefox: path, webkitLacks } = found;
const browsers: [name: string, start: ((look: Look) => Promise<Driver>) | null][] = [
  ["Firefox", path ? (look) => firefox(path, look) : null],
  ["WebKit", webkitLacks ? null : webkit],
];
rmSync(PICTURES, { recursive: true, force: true });
const isAnyThere = browsers.some(([, start]) => start);
const service = isAnyThere ? await startPlainService() : null;
const tallies = await Promise.all(
  browsers.map(async ([name, start]) => (start ? journeysIn(name, start) : null)),
).finally(() => service?.close());

console.log("");
for (const [place, [name]] of browsers.entries()) {
  const failures = tallies[place];
  if (!failures)
    console.log(`${name}: NOT RUN, it is not installed (${name === "WebKit" ? webkitLacks : "firefox-esr"})`);
  else console.log(`${name}: ${failures.made - failures.failed} passed, ${failures.failed} failed`);
}
if (!tallies.every(Boolean))
  console.log(
    `To install what is missing, as root: apt-get install --no-install-recommends ${packagesFor(found).join(" ")}`,
  );
process.exit(tallies.some((tally) => tally && tally.failed > 0) ? 1 : 0);

/** Runs every journey with every viewport, one after another. */
async function journeysIn(name: string, start: (look: Look) => Promise<Driver>) {
  const tally = { made: 0, failed: 0 };
  for (const [lookName, look] of Object.entries(LOOKS)) {
    const folder = join(process.cwd(), PICTURES, `${name.toLowerCase()}-${lookName}`);
    mkdirSync(folder, { recursive: true });
    let driver = await start(look);
    for (const { title, make } of JOURNEYS.filter((journey) => isWanted(journey, look))) {
      const { site, api, dataDir } = service ?? { site: "", api: "", dataDir: "" };
      const tryIt = async (): Promise<unknown> => {
        const guest = visitor(driver, site, folder);
        try {
          await driver.setCookies("", site);
          await make({ visitor: guest, look, site, api, dataDir });
          return null;
        } catch (error) {
          await guest.look(`failed-${tally.made}`).catch(() => {});
          return error;
        }
      };
      const began = Date.now();
      tally.made += 1;
      let error = await tryIt();
      // Browsers occasionally never answer a command. Retry once in a new browser; a second failure counts.
      if (error instanceof SilentBrowser) {
        console.error(`… ${name}, ${lookName}: ${title}: trying again in a new browser after: ${messageOf(error)}`);
        await driver.close().catch(() => {});
        driver = await start(look);
        error = await tryIt();
      }
      if (error === null) {
        console.log(`✓ ${name}, ${lookName}: ${title} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
        continue;
      }
      tally.failed += 1;
      console.error(`✘ ${name}, ${lookName}: ${title}\n  ${messageOf(error)}`);
    }
    await driver.close();
  }
  return tally;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
