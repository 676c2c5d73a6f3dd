// What many guides cost: builds the site with 20 and with 1,000 of them, and requests one. Takes some minutes.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LANGUAGES } from "#contract/languages";
import { freePort } from "../scripts/free-port.ts";

const ROOT = join(import.meta.dir, "..");
const COUNTS = [20, 1_000] as const;
const REQUESTS = 200;
const TIMES_AT_MOST = 15;

type Cost = { buildSeconds: number; firstMs: number; medianMs: number };

const costs = new Map<number, Cost>();
for (const count of COUNTS) {
  costs.set(count, await costOf(count));
  const { buildSeconds, firstMs, medianMs } = costs.get(count) as Cost;
  console.log(
    `${count} guides: built in ${buildSeconds.toFixed(1)} s; one request: ${firstMs.toFixed(0)} ms at first, then ${medianMs.toFixed(2)} ms (median of ${REQUESTS})`,
  );
}
const [few, many] = COUNTS.map((count) => costs.get(count) as Cost) as [Cost, Cost];
const [building, asking] = [many.buildSeconds / few.buildSeconds, many.medianMs / few.medianMs];
console.log(
  `1,000 against 20: building takes ${building.toFixed(1)} times as long, a request ${asking.toFixed(2)} times`,
);
process.exit(building <= TIMES_AT_MOST && asking < 1.5 ? 0 : 1);

async function costOf(count: number): Promise<Cost> {
  const folder = mkdtempSync(join(tmpdir(), "guides-"));
  try {
    for (const name of [
      "site",
      "contract",
      "languages",
      "shared",
      "public",
      "e2e",
      "package.json",
      "tsconfig.json",
      "astro.config.mjs",
    ]) {
      cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    }
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    writeGuides(folder, count);
    const began = performance.now();
    const built = spawnSync(process.execPath, ["--bun", "astro", "build"], {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 256 * 1024 * 1024,
      env: quiet(),
    });
    if (built.status !== 0) throw new Error(built.stdout + built.stderr);
    return { buildSeconds: (performance.now() - began) / 1000, ...(await askingCosts(folder, count)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeGuides(root: string, count: number) {
  const folder = join(root, "languages/en/guides");
  for (const language of LANGUAGES) rmSync(join(root, "languages", language, "guides"), { recursive: true });
  mkdirSync(folder, { recursive: true });
  const names = Array.from({ length: count }, (_, index) => `guide-${index}`);
  const groups = { people: names, safety: [], programs: [], operators: [] };
  writeFileSync(join(root, "site/guides/reading-order.ts"), `export const READING_ORDER = ${JSON.stringify(groups)};`);
  const part = (number: number) =>
    `## Part ${number}\n\n${"Some words about trees and gifts. ".repeat(30)}\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n\`\`\`sh\ncurl localhost\n\`\`\`\n`;
  for (let index = 0; index < count; index += 1) {
    const matter = `title: Guide ${index}\ndescription: ${"A guide that was generated to measure what many of them cost. ".repeat(2)}\nupdated: 2026-11-21`;
    writeFileSync(join(folder, `guide-${index}.mdx`), `---\n${matter}\n---\n\n${[1, 2, 3, 4].map(part).join("\n")}`);
  }
}

async function askingCosts(folder: string, count: number): Promise<Omit<Cost, "buildSeconds">> {
  const port = await freePort();
  const env = { ...quiet(), SITE_PORT: String(port), API_INNER_URL: "http://127.0.0.1:9" };
  const site = spawn(process.execPath, ["site/server.ts"], {
    cwd: folder,
    env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await new Promise((resolve) => site.once("message", resolve));
  const address = `http://localhost:${port}/guides/guide-${Math.floor(count / 2)}`;
  const ask = async () => {
    const began = performance.now();
    const answer = await fetch(address);
    await answer.text();
    if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`);
    return performance.now() - began;
  };
  const firstMs = await ask();
  const times: number[] = [];
  for (let index = 0; index < REQUESTS; index += 1) times.push(await ask());
  site.kill("SIGTERM");
  return { firstMs, medianMs: times.toSorted((a, b) => a - b)[REQUESTS / 2] ?? 0 };
}

function quiet() {
  return { ...process.env, ASTRO_TELEMETRY_DISABLED: "1" };
}
