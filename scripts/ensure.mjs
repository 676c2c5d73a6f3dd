// Runs before "npm start" and "npm test": installs packages and builds the site, where that has not been done.
// Written for a machine that has Node or Bun and nothing else, so it imports only what they bring along.
// The packages for development are installed with --tests only: a first start is quicker without them.
// With --command, before what is run beside a service, nothing is done where there are packages, of whatever version: the
// service may be running with them.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const at = (path) => join(root, path);
const LOCK = at("package-lock.json");
const INSTALLED_LOCK = at("node_modules/.package-lock.json");
const INSTALL_STAMP = at("node_modules/.lock-hash");
const BUN = at("node_modules/.bin/bun");
const BUILD_STAMP = at("dist/.build-hash");
const BUILT_FROM = [
  "site",
  "contract",
  "public",
  "shared",
  "e2e/examples",
  "astro.config.mjs",
  "package-lock.json",
  "tsconfig.json",
];
// The real program is some 100 MB; what stands in its place until it is fetched is a few lines.
const LARGEST_STUB_BYTES = 1_000_000;

refuseOldNode();
const withDev = process.argv.includes("--tests");
const isCommand = process.argv.includes("--command");
if (isCommand ? !existsSync(BUN) : !isInstalled()) install();
if (!isBunReal()) finishBun();
if (!isCommand) buildSite();

function refuseOldNode() {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) < 20) fail(`Node ${node} is too old: install Node 20 or newer.`);
}

/** True after an install of ours, and after one by hand that put there what the lockfile names. */
function isInstalled() {
  const stamps = withDev ? [stampOf("everything")] : [stampOf("everything"), stampOf("what runs")];
  if (existsSync(INSTALL_STAMP) && stamps.includes(readFileSync(INSTALL_STAMP, "utf8"))) return true;
  if (!existsSync(INSTALLED_LOCK)) return false;
  const wanted = packagesIn(LOCK);
  const present = packagesIn(INSTALLED_LOCK);
  const isSame = (path) =>
    wanted[path]?.version === present[path].version && wanted[path]?.integrity === present[path].integrity;
  const isMissing = (path) =>
    path && !present[path] && !wanted[path].optional && (withDev || !(wanted[path].dev || wanted[path].devOptional));
  return Object.keys(present).every(isSame) && !Object.keys(wanted).some(isMissing);
}

function packagesIn(lockFile) {
  return JSON.parse(readFileSync(lockFile, "utf8")).packages;
}

/** File times say nothing after a git checkout: what counts is what the lockfile says, and what npm says it did. */
function stampOf(extent) {
  return `${extent} of ${hashOf([LOCK, INSTALLED_LOCK].filter((file) => existsSync(file)))}`;
}

function install() {
  say("Installing the packages that package-lock.json names. This takes about half a minute.");
  const extent = [withDev ? "--include=dev" : "--omit=dev", "--include=optional"];
  const npm = run("npm", ["ci", ...extent, "--no-audit", "--no-fund", "--loglevel=error"]);
  // A machine with Bun and without npm.
  const result = npm.error && process.versions.bun ? run(process.execPath, ["install", "--no-save"]) : npm;
  if (result.status !== 0) {
    showOutput(result);
    fail("The packages could not be installed: see the reason above (often the network), mend it and try again.");
  }
  writeFileSync(INSTALL_STAMP, stampOf(withDev ? "everything" : "what runs"));
}

/** Bun fetches itself in a script after its install, and npm may have been told to run no such scripts. */
function isBunReal() {
  return (statSync(BUN, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_STUB_BYTES;
}

function finishBun() {
  say("Putting Bun in its place.");
  const result = run(process.execPath, [at("node_modules/bun/install.js")]);
  if (result.status === 0 && isBunReal()) return;
  showOutput(result);
  fail("Bun could not be put in its place: delete the folder node_modules and try again, as the user who owns it.");
}

function buildSite() {
  const hash = hashOf(BUILT_FROM.flatMap((path) => filesIn(at(path))));
  if (existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, "utf8") === hash) return;
  say("Building the site.");
  rmSync(BUILD_STAMP, { force: true });
  const result = run(BUN, ["--bun", "astro", "build"], { ASTRO_TELEMETRY_DISABLED: "1" });
  if (result.status !== 0) {
    showOutput(result);
    fail("The site could not be built: mend what stands above and try again.");
  }
  writeFileSync(BUILD_STAMP, hash);
}

function filesIn(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`${file.slice(root.length)}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

function run(command, args, variables = {}) {
  const env = { ...process.env, ...variables };
  const result = spawnSync(command, args, { cwd: root, env, encoding: "utf8", maxBuffer: 2 ** 27 });
  // Ctrl-C is no failure to explain.
  if (result.signal === "SIGINT") process.exit(130);
  return result;
}

function showOutput({ stdout, stderr, error }) {
  process.stderr.write(`${stdout ?? ""}${stderr ?? ""}${error ? `${error.message}\n` : ""}`);
}

function say(sentence) {
  console.log(sentence);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
