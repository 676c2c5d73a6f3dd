import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FoundChromium } from "../../test-support/find-chromium.ts";

/** One page for Lighthouse. For a page that is noindex on purpose, the indexing audit is skipped. */
export type Judged = { address: string; cookie: string; isListed: boolean };
export type Verdict = { scores: Record<Category, number>; faults: string[]; remark: string; hasMoved: boolean };

export const CATEGORIES = ["performance", "accessibility", "best-practices", "seo", "agentic-browsing"] as const;
type Category = (typeof CATEGORIES)[number];

type Report = {
  finalDisplayedUrl: string;
  runtimeError?: { code: string; message: string };
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
};
type Audit = {
  score: number | null;
  numericValue?: number;
  title: string;
  displayValue?: string;
  details?: { items?: Item[] };
};
type Item = { node?: { selector?: string; explanation?: string }; url?: string; description?: string };

// Large, and needed only here: downloaded on first use. Bun runs it, so it needs no newer Node than ours.
const LIGHTHOUSE = "lighthouse@13.5.0";
const FOLDER = join(import.meta.dirname, "../../node_modules/.audit");
const PROGRAM = join(FOLDER, "node_modules/lighthouse/cli/index.js");
const RUN_MAX_MS = 90_000;
const TRIES_MAX = 3;
const LAYOUT_SHIFT = "cumulative-layout-shift";

/** Runs Lighthouse for a slow phone. A score is 100 if there is nothing left to fix. */
export function judge(page: Judged, browser: FoundChromium): Verdict {
  fetchLighthouse();
  const first = run(page, browser);
  if (first.runtimeError) throw new Error(`Lighthouse could not audit ${page.address}: ${first.runtimeError.message}`);
  if (first.finalDisplayedUrl !== page.address)
    throw new Error(`${page.address} redirected to ${first.finalDisplayedUrl}.`);
  const scores = Object.fromEntries(CATEGORIES.map((name) => [name, scoreOf(first, name)])) as Verdict["scores"];
  const remarks = page.isListed ? [] : ["without is-crawlable"];
  const again = () => run(page, browser, ["performance"]);
  const three = [first, again(), again()];
  const performances = three.map((report) => scoreOf(report, "performance"));
  // A busy machine sometimes costs points. But a layout shift in one run happens to some visitors, whatever the other
  // runs say.
  scores.performance = median(performances);
  if (Math.min(...performances) < 100) remarks.push(`median of ${performances.join(", ")}`);
  const shift = Math.max(...three.map(({ audits }) => audits[LAYOUT_SHIFT]?.numericValue ?? 0));
  const moved = shift > 0 ? [`performance, ${LAYOUT_SHIFT}: ${shift.toFixed(4)} in the worst of three runs`] : [];
  return { scores, faults: [...faultsOf(first), ...moved], remark: remarks.join("; "), hasMoved: shift > 0 };
}

/** Returns a page's problems for agents; none if all audits of that category pass. Faster than `judge`. */
export function faultsForAgents(page: Judged, browser: FoundChromium): string[] {
  fetchLighthouse();
  const report = run(page, browser, ["agentic-browsing"]);
  if (report.runtimeError)
    throw new Error(`Lighthouse could not audit ${page.address}: ${report.runtimeError.message}`);
  return faultsOf(report, ["agentic-browsing"]);
}

/** The median of an odd number of values. */
export function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[(numbers.length - 1) / 2] ?? 0;
}

function fetchLighthouse(): void {
  if (existsSync(PROGRAM)) return;
  console.log(`Downloading ${LIGHTHOUSE} from npm.`);
  const options = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync("npm", ["install", "--prefix", FOLDER, ...options, LIGHTHOUSE], { stdio: "inherit" });
  if (status !== 0) throw new Error(`${LIGHTHOUSE} could not be downloaded from npm.`);
}

/** Runs Lighthouse, again if the browser's trace lacks its beginning: a known fault of new Chromium versions. */
function run(page: Judged, browser: FoundChromium, categories: readonly Category[] = CATEGORIES): Report {
  for (let tries = 1; ; tries += 1) {
    const report = runOnce(page, browser, categories);
    if (report.runtimeError?.code !== "NO_NAVSTART" || tries === TRIES_MAX) return report;
  }
}

function runOnce(page: Judged, { path, libraries }: FoundChromium, categories: readonly Category[]): Report {
  const folder = mkdtempSync(join(tmpdir(), "tree-lighthouse-"));
  const file = join(folder, "report.json");
  const env = { ...process.env, CHROME_PATH: path, ...(libraries && { LD_LIBRARY_PATH: libraries }) };
  const command = [PROGRAM, page.address, ...optionsFor(page, categories), "--output=json", `--output-path=${file}`];
  const { stderr } = spawnSync(process.execPath, command, { env, timeout: RUN_MAX_MS, encoding: "utf8" });
  // For a page that cannot be audited, the program fails, but still writes a report with the reason.
  const report: Report | null = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  rmSync(folder, { recursive: true, force: true });
  if (!report) throw new Error(`Lighthouse wrote no report for ${page.address}: ${stderr}`);
  return report;
}

function optionsFor({ cookie, isListed }: Judged, categories: readonly Category[]): string[] {
  // A skipped audit leaves its category, and the others make up the score. The first one knows no media type for
  // an OpenAPI description; the second one wants a page indexed that is noindex on purpose.
  const skipped = ["ard-schema", ...(isListed ? [] : ["is-crawlable"])];
  return [
    `--only-categories=${categories.join(",")}`,
    `--skip-audits=${skipped.join(",")}`,
    ...(cookie ? [`--extra-headers=${JSON.stringify({ cookie })}`] : []),
    "--chrome-flags=--headless=new --no-sandbox --enable-features=WebMCP",
    "--no-enable-error-reporting",
    "--quiet",
  ];
}

const scoreOf = (report: Report, category: Category) => Math.round((report.categories[category].score ?? 0) * 100);

/** Returns every audit that costs points, with the first places where it found something. */
function faultsOf(report: Report, selected: readonly Category[] = CATEGORIES): string[] {
  const { categories, audits } = report;
  return selected
    .filter((category) => scoreOf(report, category) < 100)
    .flatMap((category) =>
      categories[category].auditRefs.flatMap(({ id, weight }) => {
        const audit = audits[id];
        if (!audit || weight === 0 || audit.score === null || audit.score >= 1) return [];
        const places = (audit.details?.items ?? []).slice(0, 5).map(placeOf);
        return [`${category}, ${id}: ${audit.title} ${audit.displayValue ?? ""}`.trim(), ...places];
      }),
    );
}

function placeOf({ node, url, description }: Item): string {
  return `  ${[node?.selector, node?.explanation, url, description].filter(Boolean).join(" — ").replace(/\s+/g, " ")}`;
}
