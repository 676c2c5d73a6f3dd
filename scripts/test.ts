import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../api/db/embedded.ts";
import { makeTemplate } from "../api/db/template/testing.ts";
import { findChromium } from "../e2e/find-chromium.ts";
import { startPlainService } from "../e2e/plain-service.ts";
import { auditDependencies } from "./dependency-audit.ts";

/** Runs everything that must hold, and closes with one line of counts. A step that cannot run has failed. */

type Counts = { passed: number; failed: number };
type Environment = Record<string, string | undefined>;

const RESULTS = "test-results";
// As many as Playwright has: each test file has a database of its own.
const WORKERS = 2;
// Made once a run: each is 400 files on the disk.
const TEMPLATE = "template_of_tests";
const bin = (name: string) => join("node_modules/.bin", name);

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

const astroCheck = [process.execPath, "--bun", "astro", "check", "--minimumSeverity", "warning"];
// Each of them keeps one core busy. The programs' types come last of theirs: by then the pages' are generated anew.
const [pages, programs] = await Promise.all([
  check("types of the pages", astroCheck),
  inTurn(
    () => check("style", [bin("biome"), "check", "--error-on-warnings", "."]),
    () => check("the API's description, by its linters", [process.execPath, "api/openapi/lint.ts"]),
    () => check("types of the programs", [bin("tsc"), "--noEmit"]),
  ),
]);
const steps = [pages, ...programs, dependencies(), await unitTests(), await browserTests()];

const passed = steps.reduce((sum, step) => sum + step.passed, 0);
const failed = steps.reduce((sum, step) => sum + step.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** A step that either holds or does not: it counts as one. What it says is shown when it ends, in one piece. */
async function check(title: string, command: readonly string[]): Promise<Counts> {
  const said = join(RESULTS, `${title.replaceAll(/\W+/g, "-")}.txt`);
  const file = openSync(said, "w");
  const held = await succeeds(command, file);
  closeSync(file);
  console.log(`\n— ${title}\n${readFileSync(said, "utf8")}`);
  return { passed: held ? 1 : 0, failed: held ? 0 : 1 };
}

async function inTurn<Result>(...tasks: (() => Promise<Result>)[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const task of tasks) results.push(await task());
  return results;
}

/** Known holes in what the service runs on. Where nobody can tell, it counts as neither, and is said. */
function dependencies(): Counts {
  console.log("\n— dependency audit");
  const audit = auditDependencies();
  if (audit.is === "unknown")
    console.log(`Not checked: ${audit.why}. Known holes in dependencies would not show here.`);
  if (audit.is === "unsound") console.error(`Known holes, high or critical, in: ${audit.packages.join(", ")}`);
  return { passed: audit.is === "sound" ? 1 : 0, failed: audit.is === "unsound" ? 1 : 0 };
}

async function unitTests(): Promise<Counts> {
  const report = join(RESULTS, "unit.xml");
  // Started here and not by the first test that needs it: a first start may take longer than a test is given.
  const folder = mkdtempSync(join(tmpdir(), "tree-test-"));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, isThrowAway: true });
  await makeTemplate(postgres.url, TEMPLATE);
  const { close, ...service } = await startPlainService();
  const reporter = ["--reporter=junit", `--reporter-outfile=${report}`];
  const held = await run(
    "unit, contract and integration tests",
    [process.execPath, "test", ".test.ts", "--timeout=30000", `--parallel=${WORKERS}`, ...reporter],
    { TEST_DATABASE_URL: postgres.url, TEST_TEMPLATE: TEMPLATE, TEST_SERVICE: JSON.stringify(service) },
  );
  await close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
  return counted(held, () => {
    const totals = /<testsuites[^>]* tests="(?<tests>\d+)".* failures="(?<failures>\d+)"/.exec(
      readFileSync(report, "utf8"),
    )?.groups;
    const failed = Number(totals?.failures);
    return { passed: Number(totals?.tests) - failed, failed };
  });
}

async function browserTests(): Promise<Counts> {
  const browser = await findChromium().catch((error: Error) => console.error(error.message));
  if (!browser) return { passed: 0, failed: 1 };
  const environment = {
    CHROMIUM_PATH: browser.path,
    ...(browser.libraries && { LD_LIBRARY_PATH: browser.libraries }),
    API_PORT: String(await freePort()),
    SITE_PORT: String(await freePort()),
  };
  const held = await run("journeys in Chromium", [bin("playwright"), "test"], environment);
  return counted(held, () => {
    const { stats } = JSON.parse(readFileSync(join(RESULTS, "e2e.json"), "utf8"));
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped };
  });
}

async function run(title: string, command: readonly string[], environment: Environment): Promise<boolean> {
  console.log(`\n— ${title}`);
  return succeeds(command, "inherit", environment);
}

async function succeeds(command: readonly string[], output: "inherit" | number, environment: Environment = {}) {
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: "1", ...environment };
  return (await Bun.spawn([...command], { stdio: ["ignore", output, output], env }).exited) === 0;
}

/** The counts of a step's report; a step that failed without a failed test, or without any test, counts one failure. */
function counted(held: boolean, read: () => Counts): Counts {
  try {
    const counts = read();
    const isSound = counts.passed > 0 && held === (counts.failed === 0);
    return isSound ? counts : { ...counts, failed: counts.failed + 1 };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = createServer().listen(0, () => {
    const address = server.address();
    server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
  });
  return promise;
}
