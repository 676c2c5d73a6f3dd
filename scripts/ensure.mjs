// Runs before "npm start" and "npm test": installs packages and builds the site if needed.
// Must work on a machine that has only Node or Bun, so it imports nothing but built-in modules.
// Development packages are installed only with --tests, which keeps a first start quick.
// --build is "npm run build": it builds even what is built already, and "npm start" then finds it.
// --command is for commands that run beside a service: if any packages are installed, of whatever version, it changes
// nothing, because the service may be running on them.
import { spawn } from "node:child_process";
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
  "languages",
  "contract",
  "public",
  "shared",
  "e2e/examples",
  "astro.config.mjs",
  "package-lock.json",
  "tsconfig.json",
];
// The real binary is some 100 MB. The placeholder that npm installs until it is downloaded is a few lines.
const LARGEST_STUB_BYTES = 1_000_000;
const SIGN_OF_LIFE_MS = 2000;

refuseOldNode();
const withDev = process.argv.includes("--tests");
const isCommand = process.argv.includes("--command");
const isBuild = process.argv.includes("--build");
if (isCommand || isBuild ? !existsSync(BUN) : !isInstalled()) await install();
if (!isBunReal()) await finishBun();
if (!isCommand && !process.argv.includes("--no-build")) await buildSite();

function refuseOldNode() {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) < 20) fail(`Node ${node} is too old: install Node 20 or newer.`);
}

/** True after an install by this script, and after a manual one that matches the lockfile. */
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

/** File times mean nothing after a git checkout, so compare the lockfile with what npm recorded as installed. */
function stampOf(extent) {
  return `${extent} of ${hashOf([LOCK, INSTALLED_LOCK].filter((file) => existsSync(file)))}`;
}

async function install() {
  begin("Installing the packages from package-lock.json. This takes about half a minute");
  const extent = [withDev ? "--include=dev" : "--omit=dev", "--include=optional"];
  const npm = await run("npm", ["ci", ...extent, "--no-audit", "--no-fund", "--loglevel=error"]);
  // A machine with Bun but without npm.
  const result = npm.error && process.versions.bun ? await run(process.execPath, ["install", "--no-save"]) : npm;
  if (result.status !== 0) {
    fail(
      "The packages could not be installed. See the reason above (often the network), fix it and try again.",
      result,
    );
  }
  writeFileSync(INSTALL_STAMP, stampOf(withDev ? "everything" : "what runs"));
}

/** Bun downloads itself in a postinstall script, and npm may be configured to skip such scripts. */
function isBunReal() {
  return (statSync(BUN, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_STUB_BYTES;
}

async function finishBun() {
  begin("Downloading Bun");
  const result = await run(process.execPath, [at("node_modules/bun/install.js")]);
  if (result.status === 0 && isBunReal()) return;
  fail("Bun could not be installed: delete the folder node_modules and try again, as the user who owns it.", result);
}

async function buildSite() {
  const hash = hashOf(BUILT_FROM.flatMap((path) => filesIn(at(path))));
  if (!isBuild && existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, "utf8") === hash) return;
  begin("Building the site");
  rmSync(BUILD_STAMP, { force: true });
  const result = await run(BUN, ["--bun", "astro", "build"], { ASTRO_TELEMETRY_DISABLED: "1" });
  if (result.status !== 0) {
    fail("The site could not be built. Fix the error above and try again.", result);
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

/** Shows a dot every two seconds, so that nobody thinks it hangs. */
async function run(command, args, variables = {}) {
  const env = { ...process.env, ...variables };
  const isWatched = isForPerson(process.stdout);
  const alive = isWatched ? setInterval(() => process.stdout.write("."), SIGN_OF_LIFE_MS) : undefined;
  const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const result = await new Promise((resolve) => {
    child.once("error", (error) => resolve({ error, output: `${error.message}\n` }));
    child.once("close", (status, signal) => resolve({ status, signal, output }));
  });
  clearInterval(alive);
  if (isWatched) console.log(".");
  // Ctrl-C is not a failure that needs an explanation.
  if (result.signal === "SIGINT") process.exit(130);
  return result;
}

/** The dots follow the words. A log gets one line instead. */
function begin(words) {
  if (isForPerson(process.stdout)) process.stdout.write(words);
  else tell(process.stdout, "info", "preparing the start", `${words}.`);
}

function fail(sentence, { output } = {}) {
  tell(process.stderr, "error", "start refused", sentence, output);
  process.exit(1);
}

function tell(stream, level, event, detail, output) {
  const line = { time: new Date().toISOString(), level, event, detail, output: output || undefined };
  stream.write(isForPerson(stream) ? `${output ?? ""}${detail}\n` : `${JSON.stringify(line)}\n`);
}

/** Before `npm start` without a terminal, everything is a log line like those of the programs. */
function isForPerson(stream) {
  return stream.isTTY || process.env.npm_lifecycle_event !== "start";
}
