import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Figure } from "../statistics.ts";
import { percentile } from "../statistics.ts";
import { pgbenchFigure } from "./pgbench-output.ts";
import { run } from "./run.ts";

/** As many as the API has database connections for its work. */
const CLIENTS = 8;

/** Sends statements as fast as Postgres answers them: the API's own, prepared, and without HTTP. */
export async function askDatabase(url: string, script: string, seconds: number): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), "tree-bench-"));
  try {
    const file = join(folder, "script.sql");
    writeFileSync(file, script);
    const options = [
      "-n",
      "-M",
      "prepared",
      "-c",
      CLIENTS,
      "-j",
      1,
      "-T",
      Math.ceil(seconds),
      "-f",
      file,
      "--log",
      "--sampling-rate",
      0.2,
    ];
    const { output } = await run(["pgbench", ...options.map(String), "--log-prefix=round", url], {}, folder);
    const times: number[] = [];
    for await (const log of new Bun.Glob("round.*").scan(folder)) {
      for (const line of (await Bun.file(join(folder, log)).text()).split("\n")) {
        if (line) times.push(Number(line.split(" ")[2]) / 1000);
      }
    }
    return { ...pgbenchFigure(output), p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
