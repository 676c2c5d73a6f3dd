import { endAll, isAskedToStop } from "../../test-support/stopping.ts";
import { tableOf } from "../audit/table.ts";
import { FAULTS } from "./faults.ts";
import { HELP, readFlags } from "./harness/flags.ts";
import { type Result, runFault } from "./harness/run-fault.ts";
import { HEAD, keepResults, rowOf, writeTable } from "./harness/table.ts";

/** npm run faults: breaks the service in every known way, and counts what was lost. It must be nothing. */

try {
  const flags = flagsOrASentence();
  if (flags === "help") console.log(HELP);
  else if (flags === "list") for (const { name, does } of FAULTS) console.log(`${name}: ${does}`);
  else process.exitCode = await runAll(flags);
} catch (error) {
  if (!isAskedToStop()) console.error(error);
  process.exitCode = 1;
} finally {
  await endAll();
}
process.exit();

function flagsOrASentence(): ReturnType<typeof readFlags> {
  const names = FAULTS.map(({ name }) => name);
  try {
    return readFlags(process.argv.slice(2), names);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

async function runAll({ only, seconds, write }: Exclude<ReturnType<typeof readFlags>, string>): Promise<number> {
  const chosen = FAULTS.filter(({ name }) => only.length === 0 || only.includes(name));
  const results: Result[] = [];
  const notRun: string[] = [];
  let held = 0;
  for (const fault of chosen) {
    const say = (sentence: string) => console.log(`${fault.name}: ${sentence}`);
    const result = await runFault(fault, seconds ?? fault.seconds ?? 0, say).catch((error: Error) => error);
    if (isAskedToStop()) return 1;
    if (result instanceof Error) {
      console.error(result);
      say("BROKEN: it did not finish.");
    } else if (result) {
      for (const sentence of result.broken) say(`BROKEN: ${sentence}`);
      if (result.summary) say(result.summary);
      if (result.broken.length === 0) held += 1;
      results.push(result);
    } else {
      notRun.push(fault.name);
      say("NOT RUN: this machine lacks what it needs. That is not the same as held.");
    }
  }
  console.log(`\n${tableOf(HEAD, results.map(rowOf))}\n`);
  const all = keepResults(results, FAULTS);
  if (write) writeTable(all, notRun);
  const failed = chosen.length - held - notRun.length;
  console.log(`${held} held, ${failed} did not, ${notRun.length} not run`);
  return failed === 0 ? 0 : 1;
}
