import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Look } from "../driver.ts";

const START_MS = 90_000;

/** Starts Firefox with a new profile. Returns its WebDriver BiDi address. */
export async function startFirefox(path: string, look: Look) {
  const profile = mkdtempSync(join(tmpdir(), "tree-firefox-"));
  const lines = Object.entries(preferences(look)).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, "user.js"), `${lines.join("\n")}\n`);
  const words = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"];
  const program = spawn(path, words, { env: { ...process.env, HOME: profile }, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<void>((resolve) => program.on("exit", () => resolve()));
  const close = async () => {
    program.kill("SIGTERM");
    await ended;
    rmSync(profile, { recursive: true, force: true });
  };

  let said = "";
  const address = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`Firefox did not start: ${said}`)), START_MS);
    program.on("error", reject);
    program.on("exit", () => reject(new Error(`Firefox exited: ${said}`)));
    for (const stream of [program.stdout, program.stderr]) {
      stream.on("data", (chunk) => {
        said += chunk;
        const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said);
        if (!found?.[1]) return;
        clearTimeout(late);
        resolve(found[1]);
      });
    }
  }).catch(async (error) => {
    await close();
    throw error;
  });
  return { address, close };
}

const preferences = ({ isDark, language, runsScripts }: Look) => ({
  // Firefox' recommended preferences for drivers disable features that people have, such as the back-forward cache.
  "remote.prefs.recommended": false,
  "fission.bfcacheInParent": true,
  "javascript.enabled": runsScripts,
  "intl.accept_languages": language,
  "ui.systemUsesDarkTheme": isDark ? 1 : 0,
  "layout.css.prefers-color-scheme.content-override": isDark ? 0 : 1,
  "ui.prefersReducedMotion": 1,
  // Overlay scrollbars, as on a phone.
  "ui.useOverlayScrollbars": 1,
  // No requests to other hosts.
  "app.normandy.enabled": false,
  "app.update.disabledForTesting": true,
  "browser.safebrowsing.update.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.page": 0,
  "datareporting.policy.dataSubmissionEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "toolkit.telemetry.enabled": false,
});
