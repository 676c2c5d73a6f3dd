import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { endAll } from "../../test-support/stopping.ts";
import { writeInto } from "../../test-support/write-docs.ts";
import { explained } from "../load/statements.ts";
import { openCluster } from "../seed/database.ts";
import { codeOf, LARGEST, type Shape } from "../seed/shape.ts";
import { type Program, startServer } from "../servers/program.ts";
import { portAt, startTarget } from "../servers/targets.ts";
import { COSTS, type Place, plansOf, timesOf } from "./costs.ts";
import { timesOfJobs } from "./jobs.ts";
import { BEFORE_DELETING, timesOfOnce, WITH_THE_ACCOUNT } from "./once.ts";
import { ownTrees } from "./owner.ts";
import { plot } from "./plot.ts";
import { type Column, columnsOf, SIZES, SMALL_SIZES } from "./worlds.ts";

/** npm run bench -- growth: measures every endpoint, page and job on small and large trees, among few and many trees. */

const ROOT = join(import.meta.dir, "../..");
const PLOT = join(ROOT, "docs/images/growth.svg");
const SITE_PLACE = 6;
/** Until then, a new process waits because other instances may exist, which must see its changes (decision 020). */
const ALONE_AFTER_MS = 3000;
const isSmall = process.argv.includes("--small");
const isWritten = process.argv.includes("--write");
const sizes = isSmall ? SMALL_SIZES : SIZES;
const costs = new Map<string, (number | null)[]>();
const say = (sentence: string) => console.log(sentence);

try {
  const { byGifts, byTrees } = columnsOf(sizes);
  const few = await measure(sizes.manyGifts, byGifts);
  await measure(sizes.manyTrees, byTrees);
  const titles = [...byGifts, ...byTrees].map(({ title }) => title);
  const table = tableOf(titles);
  console.log(`\n${table}\n\n${few.plans}`);
  if (isWritten) {
    mkdirSync(dirname(PLOT), { recursive: true });
    const lines = [...costs].map(([name, each]) => ({ name, costs: each.slice(0, byGifts.length) }));
    writeFileSync(PLOT, plot(lines, titles.slice(0, byGifts.length)));
    const words = `Sequential requests, medians in ms. The first columns are from a database with ${sizes.manyGifts.trees.toLocaleString("en")} trees, the last one is a tree with 1,000 gifts among ${sizes.manyTrees.trees.toLocaleString("en")}.`;
    writeInto("growth", `${words}\n\n${table}\n\n![Cost by the number of gifts on the tree](images/growth.svg)`);
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await endAll();
}
process.exit();

async function measure(shape: Shape, columns: readonly Column[]): Promise<{ plans: string }> {
  const cluster = await openCluster(shape, say);
  const databaseUrl = await cluster.freshCopy();
  const api = await startTarget("ours", { databaseUrl });
  const site = await startSite(api);
  const codes = columns.map(({ tree }) => codeOf(tree));
  const cookie = await ownTrees(api.url, databaseUrl, codes);
  const place: Place = { apiUrl: api.url, siteUrl: site?.url ?? null, databaseUrl, cookie };
  say(`among ${shape.trees.toLocaleString("en")} trees: ${columns.map(({ title }) => title).join(", ")}`);
  for (const cost of COSTS) {
    for (const ms of await timesOf(cost, place, columns)) keep(cost.name, ms);
  }
  await site?.stop();
  const plans = await plansOf(databaseUrl, explained(codeOf(LARGEST), Math.floor(shape.giftsOnLargest / 2)));
  keepAll(await timesOfOnce(BEFORE_DELETING, { apiUrl: api.url, databaseUrl }, columns));
  // Stop the API first: it runs jobs itself.
  await api.stop();
  const jobs = await timesOfJobs(databaseUrl);
  const freshUrl = await cluster.freshCopy();
  const fresh = await startTarget("ours", { databaseUrl: freshUrl });
  await Bun.sleep(ALONE_AFTER_MS);
  keepAll(await timesOfOnce(WITH_THE_ACCOUNT, { apiUrl: fresh.url, databaseUrl: freshUrl }, columns));
  await fresh.stop();
  // Jobs do not belong to a tree: list them once per database, in its last column.
  for (const [name, ms] of Object.entries(jobs)) {
    for (const column of columns) keep(name, column === columns.at(-1) ? ms : null);
  }
  await cluster.close();
  return { plans };
}

function keepAll(times: ReadonlyMap<string, readonly number[]>): void {
  for (const [name, each] of times) for (const ms of each) keep(name, ms);
}

function keep(name: string, ms: number | null): void {
  costs.set(name, [...(costs.get(name) ?? []), ms]);
}

/** Without a built site, pages are skipped. */
async function startSite(api: Program): Promise<Program | null> {
  if (!existsSync(join(ROOT, "dist/server"))) return null;
  const port = portAt(SITE_PLACE);
  const siteUrl = `http://127.0.0.1:${port}`;
  const env = { SITE_PORT: String(port), SITE_URL: siteUrl, API_URL: api.url, API_INNER_URL: api.url };
  const command = [process.execPath, join(ROOT, "site/server.ts")];
  return startServer({ command, env, port, path: "/guides/getting-started" });
}

function tableOf(titles: readonly string[]): string {
  const lines = [...costs].map(([name, each]) => {
    const known = each.map((ms) => (ms === null ? "–" : ms.toFixed(2)));
    return `| ${name} | ${known.join(" | ")} |`;
  });
  return [`| ms | ${titles.join(" | ")} |`, `| --- |${" ---: |".repeat(titles.length)}`, ...lines].join("\n");
}
