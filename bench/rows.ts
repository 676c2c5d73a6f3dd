import { cpus } from "node:os";
import { endAll, isAskedToStop } from "../test-support/stopping.ts";
import { writeInto } from "../test-support/write-docs.ts";
import { checkAlike, Unlike } from "./check.ts";
import { type Flags, HELP, readFlags } from "./flags.ts";
import { judge } from "./gates.ts";
import { gatesTable, tableOf } from "./report.ts";
import { earlierResults, saveResults, together } from "./saved-results.ts";
import type { Results } from "./scenarios/bench-run.ts";
import { ROWS } from "./scenarios/rows.ts";
import { openCluster } from "./seed/database.ts";
import { missingTools, preparePeers } from "./tools.ts";

/** npm run bench: measures our API beside its anchors and peers in one run, and checks the ratios against the gates. */

const began = performance.now();
const say = (sentence: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${sentence}`);

try {
  const flags = readFlags(process.argv.slice(2));
  if (flags === "help") console.log(HELP);
  else if (flags === "rows") for (const { name, about } of ROWS) console.log(`${name}: ${about}`);
  else process.exitCode = await bench(flags);
} catch (error) {
  if (!isAskedToStop()) console.error(isForPeople(error) ? error.message : error);
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
  const earlier = flags.only.length > 0 ? earlierResults(flags) : {};
  for (const row of rows) {
    const { seconds, rounds, patience } = flags;
    say(`${row.name}: ${row.about}`);
    const measured = await row.measure({ flags, databaseUrl, answers, say, patience: { leftMs: patience * 1000 } });
    results[row.name] = { ...measured, at: new Date().toISOString(), seconds, rounds };
    console.log(`\n${tableOf(measured)}\n`);
    // After each row, so that nothing measured is lost if the run is stopped.
    const soFar = together(earlier, results);
    saveResults(flags, soFar, judge(soFar));
  }
  console.log(gatesTable(judge(results).filter(({ measured }) => measured !== null)));
  const all = together(earlier, results);
  if (flags.write) writeInto("rows", `${madeOn(flags)}\n\n${gatesTable(judge(all))}`);
  return judge(results).some(({ isMet }) => isMet === false) ? 1 : 0;
}

/** Whether the message alone suffices, as for flags and our own errors. Any other error is printed with its stack. */
function isForPeople(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const isFlag = "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  return isFlag || error instanceof Unlike || error.constructor === Error;
}

function madeOn({ shape }: Flags): string {
  return `Each row was measured in one run, with all targets in turn, on ${cpus().length} cores shared by all, with ${shape.trees.toLocaleString("en")} trees. Compare ratios, not absolute values.`;
}
