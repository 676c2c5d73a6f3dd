import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { endAll, isAskedToStop } from "../../test-support/stopping.ts";
import { addGift, createTree, type PlantedTree, readTexts } from "../fixtures/visitors.ts";
import { buildImage } from "./build.ts";
import {
  type Container,
  isRunning,
  MEMORY_MIB,
  newVolume,
  pidOf,
  removeContainer,
  runContainer,
  runJob,
  startAgain,
  stopContainer,
} from "./container.ts";
import { underLoad } from "./load.ts";
import { memoryGroupOf, watchMost } from "./memory.ts";
import { whatIsMissing } from "./needs.ts";
import { podman } from "./run.ts";

/** npm run image:test: builds the container image and runs it as docs/operating/containers.md does, with 512 MiB of memory. */

const TEXT = "Read me after a restart";
/** Programs in different containers must share these. */
const SHARED = { INTERNAL_KEY: crypto.randomUUID(), SESSION_SECRET: crypto.randomUUID() };
const STOPS_WITHIN_MS = 10_000;
const SETTLED_AFTER_MS = 10_000;
const MIB = 1024 * 1024;

class CannotRun extends Error {}

let broken = 0;

try {
  const { values } = parseArgs({ options: { seconds: { type: "string", default: "60" } } });
  const missing = whatIsMissing();
  if (missing) throw new CannotRun(`The image was NOT tested: ${missing}.`);
  await testImage(buildImage(), Number(values.seconds));
} catch (error) {
  if (!isAskedToStop()) console.error(error instanceof CannotRun ? error.message : error);
  broken += 1;
} finally {
  await endAll();
}
console.log(broken === 0 ? "The image held." : "The image did NOT hold.");
process.exit(broken === 0 ? 0 : 1);

async function testImage(image: string, seconds: number): Promise<void> {
  console.log(`size: ${mib(Number(podman("inspect", "--format", "{{.Size}}", image)) / MIB)}`);
  const volume = newVolume();
  const container = await runContainer(image, volume, { ...SHARED, RATE_LIMITS: "off" });
  console.log(`first start, with a new database: ${ms(container.startedInMs)}`);
  want("the health check passes", passes("healthcheck", "run", container.name));
  const tree = await createTree(container.site);
  await addGift(container.api, tree.code, TEXT);
  want("the owner reads a gift", await isThere(container, tree));
  await holdsLoad(container, tree, seconds);
  scripts(container);
  await stops(container, tree);
  await diesAndReturns(image, volume, container, tree);
  restores(image, volume);
  await programsAlone(image, volume);
}

async function holdsLoad(container: Container, tree: PlantedTree, seconds: number): Promise<void> {
  await Bun.sleep(SETTLED_AFTER_MS);
  const group = memoryGroupOf(pidOf(container));
  console.log(`memory, idle: ${mib(group.usedMib())}`);
  const most = watchMost(group);
  const { posted, read, failed } = await underLoad(container, tree.cookie, seconds);
  console.log(`memory, at most, in ${seconds} s with ${posted} gifts and ${read} pages: ${mib(most())}`);
  want("every request is answered under load", failed.length === 0, `${failed.length} were not: ${failed[0]}`);
  want(`${MEMORY_MIB} MiB are enough: nothing is killed`, group.killed() === 0 && isRunning(container));
}

/** The scripts run beside the service. */
function scripts({ name }: Container): void {
  want("keys are listed", passes("exec", name, "tree-gifting", "keys", "list"));
  const streams = () => passes("exec", name, "tree-gifting", "backup", "-");
  want("a backup streams, and a second one", streams() && streams());
  want("a backup goes into a file", passes("exec", name, "tree-gifting", "backup", "/data/tree-2026-12-23.backup"));
  want("an unknown command is refused", !passes("exec", name, "tree-gifting", "nothing"));
}

async function stops(container: Container, tree: PlantedTree): Promise<void> {
  const end = await endlessBody(container.site);
  const { ms: stopped, exitCode } = await stopContainer(container);
  end();
  console.log(`stop, while a request's body never ends: ${ms(stopped)}`);
  want(
    "it stops within 10 seconds, with 0",
    stopped < STOPS_WITHIN_MS && exitCode === 0,
    `${ms(stopped)}, ${exitCode}`,
  );
  console.log(`second start: ${ms(await startAgain(container))}`);
  want("the gift is there after a restart", await isThere(container, tree));
  console.log(`stop, idle: ${ms((await stopContainer(container)).ms)}`);
}

async function diesAndReturns(image: string, volume: string, first: Container, tree: PlantedTree): Promise<void> {
  await startAgain(first);
  podman("kill", first.name);
  removeContainer(first);
  const second = await runContainer(image, volume, SHARED);
  want("the gift is there after a kill, in a new container", await isThere(second, tree));
  removeContainer(second);
}

/** The job of ops/kubernetes/restore.yaml, which may only read the backups; its database is a new volume's here. */
function restores(image: string, backups: string): void {
  const manifest = readFileSync(join(import.meta.dir, "../../ops/kubernetes/restore.yaml"), "utf8");
  const { spec } = Bun.YAML.parse(manifest) as { spec: { jobTemplate: { spec: { template: { spec: Pod } } } } };
  const [{ command, args, env }] = spec.jobTemplate.spec.template.spec.containers;
  const { FILE = "", OPTIONS = "" } = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  const variables = { FILE, OPTIONS, MESSAGE_KEY_FILE: "/backups/message.key" };
  const said = runJob(image, { [backups]: "/backups:ro", [newVolume()]: "/data" }, variables, [...command, ...args]);
  want("a job restores the newest backup", /^Restored: [1-9]\d* owners, .*\n.*the service\.$/.test(said), said);
}

type Pod = { containers: [{ command: string[]; args: string[]; env: { name: string; value: string }[] }] };

/** The API and the site as containers of their own, on the database of a third. */
async function programsAlone(image: string, volume: string): Promise<void> {
  const { site: siteUrl, api: apiUrl } = await runContainer(image, volume, SHARED);
  const addresses = { SITE_URL: siteUrl, API_URL: apiUrl };
  const database = {
    DATABASE_URL: `postgres://tree@localhost/tree?host=${encodeURIComponent("/data/socket")}`,
    MESSAGE_KEY_FILE: "/data/message.key",
  };
  const api = await runContainer(image, volume, { ...SHARED, ...addresses, ...database }, "api");
  want("the API runs alone", passes("healthcheck", "run", api.name));
  const site = await runContainer(image, newVolume(), { ...SHARED, ...addresses, API_INNER_URL: api.api }, "site");
  want("the site runs alone", passes("healthcheck", "run", site.name));
  const tree = await createTree(site.site);
  await addGift(site.site, tree.code, TEXT);
  want("a gift is left and read through both", await isThere(site, tree));
  for (const { name, container } of [
    { name: "the API", container: api },
    { name: "the site", container: site },
  ]) {
    console.log(`memory, ${name} alone: ${mib(memoryGroupOf(pidOf(container)).usedMib())}`);
    const { ms: stopped, exitCode } = await stopContainer(container);
    want(
      `${name} stops within 10 seconds, with 0`,
      stopped < STOPS_WITHIN_MS && exitCode === 0,
      `${ms(stopped)}, ${exitCode}`,
    );
  }
}

async function isThere({ site }: Container, tree: PlantedTree): Promise<boolean> {
  return (await readTexts(site, tree)).includes(TEXT);
}

/** A client that announces a body and never finishes it. Returns a function that hangs up. */
async function endlessBody(site: string): Promise<() => void> {
  const socket = connect(Number(new URL(site).port), "localhost");
  socket.on("error", () => {});
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.write(`POST /send-message HTTP/1.1\r\nHost: ${new URL(site).host}\r\nContent-Length: 1000\r\n\r\nmessage=`);
  await Bun.sleep(500);
  return () => socket.destroy();
}

function passes(...command: string[]): boolean {
  try {
    podman(...command);
    return true;
  } catch {
    return false;
  }
}

function want(that: string, isSo: boolean, measured = ""): void {
  if (!isSo) broken += 1;
  console.log(isSo ? `held: ${that}` : `BROKEN: ${that} ${measured}`);
}

function mib(mebibytes: number): string {
  return `${Math.round(mebibytes)} MiB`;
}

function ms(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
