import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Glob } from "bun";
import { startEmbeddedPostgres } from "../api/platform/db/embedded.ts";
import { asSuperuser, makeTemplate } from "../api/platform/db/template.test-utils.ts";
import { findChromium } from "../test-support/find-chromium.ts";
import { startPlainService } from "../test-support/plain-service.ts";
import { auditDependencies } from "./dependency-audit.ts";
import { freePort } from "./free-port.ts";
import { type Outcome, type Report, readBrowserReport, readUnitReport, type Took } from "./test-reports.ts";

/**
 * Runs the checks and tests. The output ends with where the time went, what did not run and why, the failures, and one
 * line of counts, so a truncated log still tells the result. A step that cannot run counts as failed.
 */

type Environment = Record<string, string | undefined>;

const RESULTS = "test-results";
// More than cores, because many tests wait. Each test file has its own database.
const WORKERS = 3;
// Created once per run: each database is 400 files on disk.
const TEMPLATE = "template_of_tests";
const SLOWEST = 10;
/** Where nothing of sixty tokens is written twice. Tests say again what they need. */
const PRODUCT = ["api", "contract", "languages", "packages", "public", "scripts", "shared", "site"];
const COPIES = [
  "--min-tokens=60",
  "--format=typescript,javascript,sql,astro",
  "--ignore=**/*.test.ts,**/*test-utils*,**/test-utils/**,**/migrations/**,packages/client/schema.ts",
  "--ignore-pattern=import .*;",
];
/** These need the built site: the first also the running service. */
const E2E = "e2e/**/*.test.ts";
const BUILT = "**/*.built.test.ts";
/**
 * Slow, and seldom broken: they start services or databases of their own, rotate keys, attack or delete in bulk, try
 * thousands of inputs, paint, or measure how time grows. `npm run test:rare` runs them, with the browser's rare projects
 * (playwright.config.ts).
 */
const RARE = {
  unit: [
    "api/features/accounts/sign-in/{sign-in-flood,throttling}.test.ts",
    "api/features/gifts/concurrent-creates.test.ts",
    "api/http/{linear,paging-to-the-end}.test.ts",
    "api/openapi/generated-input.test.ts",
    "api/platform/db/{delete-tree,embedded,end-grants,primary,unresponsive}.test.ts",
    "api/platform/encryption/{plain-messages,resting,rotate,rotate-given-keys}.test.ts",
    "api/platform/retention/trees.test.ts",
    "packages/word-filter/*.test.ts",
    "shared/time-zones.test.ts",
    "site/share/share-picture.test.ts",
  ],
  service: [
    "e2e/{generated-clients,operations,replicas}/**",
    "e2e/agents/addresses.test.ts",
    "e2e/**/*-translated.test.ts",
    "e2e/security/limits.test.ts",
    "site/server/linear.built.test.ts",
  ],
};
/** These need a distributed database: npm run distributed. */
const CITUS = "**/*.citus.test.ts";
const bin = (name: string) => join("node_modules/.bin", name);

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

/** One of the flags runs only that part. Other arguments select test files by a part of their path, rare or not. */
const { values: only, positionals: files } = parseArgs({
  options: Object.fromEntries(["checks", "unit", "e2e", "rare"].map((name) => [name, { type: "boolean" as const }])),
  allowPositionals: true,
});
const isWhole = !only.checks && !only.unit && !only.e2e && !only.rare;
let postgres: ReturnType<typeof startPostgres> | undefined;
const steps: Outcome[] = [];
// It keeps one core busy for longer than the other checks take, and many unit tests wait: so it runs beside both.
const types = only.checks || isWhole ? checkTypes() : null;
if (types) steps.push(...(await checks()));
if (isWhole) steps.push(dependencies());
if (only.unit || only.rare || isWhole) steps.push(await unitTests());
if (types) steps.push(await types);
if (only.e2e || only.rare || isWhole) steps.push(...(await endToEndTests()));
await (await postgres)?.stop();
leave(steps);

/**
 * Prints where the time went, what did not run, what failed and the totals, and exits with 1 if anything failed.
 */
function leave(steps: readonly Outcome[]): never {
  const passed = steps.reduce((sum, step) => sum + step.passed, 0);
  const failed = steps.flatMap((step) => step.failed);
  const skipped = steps.flatMap((step) => step.skipped);
  for (const { took } of steps) if (took) console.log(`\n— ${timesOf(took)}`);
  if (skipped.length > 0) console.log(`\n— not run\n${skipped.join("\n")}`);
  if (failed.length > 0) console.log(`\n— failed\n${failed.join("\n")}`);
  console.log(`\n${passed} passed, ${failed.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ""}`);
  process.exit(failed.length === 0 ? 0 : 1);
}

/** The seconds of a step and of its slowest files. */
function timesOf({ title, seconds, files }: Took): string {
  const slowest = Object.entries(files).sort(([, one], [, other]) => other - one);
  const line = (name: string, each: number) => `${each.toFixed(1).padStart(7)} s  ${name}`;
  return [
    `${title}: ${seconds.toFixed()} s`,
    ...slowest.slice(0, SLOWEST).map(([file, each]) => line(file, each)),
  ].join("\n");
}

/** Of pages and of programs. */
function checkTypes(): Promise<Outcome> {
  return check("types", [process.execPath, "--bun", "astro", "check", "--minimumSeverity", "warning"]);
}

async function checks(): Promise<Outcome[]> {
  return [
    await check("style", [bin("biome"), "check", "--error-on-warnings", "."]),
    await check("what nothing uses", [bin("knip"), "--no-progress"]),
    await check("what is written twice", [bin("jscpd"), ...PRODUCT, ...COPIES, "--exit-code", "--no-colors"]),
    await check("regular expressions", [process.execPath, "scripts/unsafe-patterns.ts"]),
    await check("OpenAPI linters", [process.execPath, "api/openapi/lint.ts"]),
  ];
}

/** A step that passes or fails as a whole counts as one. Its output is shown in one piece when it ends. */
async function check(title: string, command: readonly string[]): Promise<Outcome> {
  const said = join(RESULTS, `${title.replaceAll(/\W+/g, "-")}.txt`);
  const file = openSync(said, "w");
  const { held, seconds } = await succeeds(command, file);
  closeSync(file);
  console.log(`\n— ${title}\n${readFileSync(said, "utf8")}`);
  return { passed: held ? 1 : 0, failed: held ? [] : [title], skipped: [], took: { title, seconds, files: {} } };
}

/** Audits the runtime dependencies. If the audit is unavailable, it counts as not run. */
function dependencies(): Outcome {
  console.log("\n— dependency audit");
  const title = "dependency audit";
  const audit = auditDependencies();
  if (audit.is === "unknown") {
    const skip = `${title}: not run, because ${audit.why}. Known vulnerabilities in dependencies would not show here.`;
    return { passed: 0, failed: [], skipped: [skip] };
  }
  if (audit.is === "sound") return { passed: 1, failed: [], skipped: [] };
  console.error(`High or critical vulnerabilities in: ${audit.packages.join(", ")}`);
  return { passed: 0, failed: [title], skipped: [] };
}

function unitTests(): Promise<Outcome> {
  const others = [E2E, BUILT, CITUS, ...(files.length > 0 || only.rare ? [] : RARE.unit)];
  const ignored = others.map((glob) => `--path-ignore-patterns=${glob}`);
  const all = only.rare ? found(RARE.unit) : [".test.ts"];
  const selection = files.length > 0 ? files : all;
  // Each worker loads a module once for all its files, which saves two fifths of the time.
  return bunTests("unit and integration tests", "unit.xml", [...selection, ...ignored, "--no-isolate"]);
}

/** The tests of the running service over HTTP, and those in a browser; of both, those that the arguments select. */
async function endToEndTests(): Promise<Outcome[]> {
  const rare = found(RARE.service);
  const isNamed = (path: string) => files.some((part) => path.includes(part));
  const isSelected = (path: string) => (files.length > 0 ? isNamed(path) : rare.includes(path) === Boolean(only.rare));
  const overHttp = found([E2E, `{api,site}/${BUILT}`]).filter(isSelected);
  const outcomes: Outcome[] = [];
  if (overHttp.length > 0) outcomes.push(await serviceTests(overHttp));
  if (files.length === 0 || overHttp.length === 0 || found(["e2e/**/*.spec.ts"]).some(isNamed))
    outcomes.push(await browserTests());
  return outcomes;
}

function found(globs: readonly string[]): string[] {
  return globs.flatMap((glob) => [...new Glob(glob).scanSync(".")].map((path) => `./${path}`));
}

async function serviceTests(paths: readonly string[]): Promise<Outcome> {
  const { close, ...service } = await startPlainService();
  try {
    return await bunTests("tests of the running service", "service.xml", paths, {
      TEST_SERVICE: JSON.stringify(service),
    });
  } finally {
    await close();
  }
}

async function bunTests(
  title: string,
  file: string,
  selection: readonly string[],
  environment: Environment = {},
): Promise<Outcome> {
  const report = join(RESULTS, file);
  postgres ??= startPostgres();
  const { url } = await postgres;
  const reporter = ["--reporter=junit", `--reporter-outfile=${report}`];
  const command = [process.execPath, "test", ...selection, "--timeout=30000", `--parallel=${WORKERS}`, ...reporter];
  const ran = await run(title, command, { TEST_DATABASE_URL: url, TEST_TEMPLATE: TEMPLATE, ...environment });
  return outcome(title, ran, () => readUnitReport(readFileSync(report, "utf8")));
}

/** Started here and not by the first test that needs it: a first start may exceed a test's timeout. */
async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "tree-test-"));
  const started = await startEmbeddedPostgres({ dataDir: folder, isThrowAway: true });
  const url = asSuperuser(started.url);
  await makeTemplate(url, TEMPLATE);
  const stop = async () => {
    await started.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, stop };
}

async function browserTests(): Promise<Outcome> {
  const title = "journeys in Chromium";
  const browser = await findChromium().catch((error: Error) => console.error(error.message));
  if (!browser) return { passed: 0, failed: [title], skipped: [] };
  const environment = {
    CHROMIUM_PATH: browser.shell,
    WHOLE_CHROMIUM_PATH: browser.path,
    ...(browser.libraries && { LD_LIBRARY_PATH: browser.libraries }),
    API_PORT: String(await freePort()),
    SITE_PORT: String(await freePort()),
    // A file that is named runs in all projects.
    ...(files.length === 0 && { RARE_PROJECTS: only.rare ? "only" : "none" }),
  };
  const ran = await run(title, [bin("playwright"), "test", ...files], environment);
  return outcome(title, ran, () => readBrowserReport(readFileSync(join(RESULTS, "e2e.json"), "utf8")));
}

type Run = { held: boolean; seconds: number };

async function run(title: string, command: readonly string[], environment: Environment): Promise<Run> {
  console.log(`\n— ${title}`);
  return succeeds(command, "inherit", environment);
}

async function succeeds(
  command: readonly string[],
  output: "inherit" | number,
  environment: Environment = {},
): Promise<Run> {
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: "1", ...environment };
  const began = performance.now();
  const code = await Bun.spawn([...command], { stdio: ["ignore", output, output], env }).exited;
  return { held: code === 0, seconds: (performance.now() - began) / 1000 };
}

/**
 * Returns the result in a step's report. A step that failed without a failed test, or ran no test, counts as failed
 * itself.
 */
function outcome(title: string, { held, seconds }: Run, read: () => Report): Outcome {
  try {
    const { passed, failed, skipped, secondsOf } = read();
    const isSound = passed > 0 && held === (failed.length === 0);
    const took = { title, seconds, files: secondsOf };
    return { passed, failed: isSound ? failed : [...failed, title], skipped, took };
  } catch {
    return { passed: 0, failed: [title], skipped: [] };
  }
}
