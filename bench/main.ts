import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { checkAlike, Unlike } from "./check.ts";
import { type Flags, HELP, readFlags } from "./flags.ts";
import { judge } from "./gates.ts";
import { gatesTable, reportOf, tableOf } from "./report.ts";
import { ROWS } from "./rows/rows.ts";
import type { Results } from "./rows/world.ts";
import { openCluster } from "./seed/database.ts";
import { endAll } from "./stopping.ts";
import { missingTools, preparePeers } from "./tools.ts";
import { writeInto } from "./write-docs.ts";

/** npm run bench: measures our API beside its anchors and peers in one run, and holds the ratios against the gates. */

const RESULTS = join(import.meta.dir, "results");
const began = performance.now();
const say = (sentence: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${sentence}`);

try {
  const flags = readFlags(process.argv.slice(2));
  if (flags === "help") console.log(HELP);
  else if (flags === "rows") for (const { name, about } of ROWS) console.log(`${name}: ${about}`);
  else process.exitCode = await bench(flags);
} catch (error) {
  console.error(error instanceof Unlike || error instanceof TypeError ? error.message : error);
  process.exitCode = 1;
} finally {
  await endAll();
}
process.exit();

async function bench(flags: Flags): Promise<number> {
  const missing = missingTools();
  if (missing) {
    console.error(missing);
    return 1;
  }
  const rows = ROWS.filter(
    ({ name }) => flags.only.length === 0 || flags.only.some((word) => name.toLowerCase().includes(word)),
  );
  if (flags.withPeers) await preparePeers(say);
  const cluster = await openCluster(flags.shape, say);
  const databaseUrl = await cluster.freshCopy();
  const answers = await checkAlike(databaseUrl, flags.shape, flags.withPeers);
  say("all targets give the same answers and write the same rows");
  const results: Results = {};
  for (const row of rows) {
    say(`${row.name}: ${row.about}`);
    const measured = await row.measure({ flags, databaseUrl, answers, say });
    results[row.name] = measured;
    console.log(`\n${tableOf(measured)}\n`);
  }
  const verdicts = judge(results);
  console.log(gatesTable(verdicts.filter(({ measured }) => measured !== null)));
  const machine = { cores: cpus().length, model: cpus()[0]?.model, bun: Bun.version };
  mkdirSync(RESULTS, { recursive: true });
  const kept = { at: new Date().toISOString(), machine, flags, results, verdicts };
  writeFileSync(join(RESULTS, "latest.json"), `${JSON.stringify(kept, null, 2)}\n`);
  if (flags.write) writeInto("rows", `${madeOn(flags)}\n\n${reportOf(results, verdicts)}`);
  return verdicts.some(({ isMet }) => isMet === false) ? 1 : 0;
}

function madeOn({ seconds, rounds, shape }: Flags): string {
  const day = new Date().toISOString().slice(0, 10);
  return `Measured on ${day}, ${cpus().length} cores shared by all, ${rounds} rounds of ${seconds} s in turn, ${shape.trees.toLocaleString("en")} trees. Compare ratios, not figures.`;
}
