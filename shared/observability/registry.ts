import { readFileSync } from "node:fs";
import { join } from "node:path";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { version } from "../../package.json";

/** Histogram buckets in seconds: a cache hit takes less than the first, a timeout more than 5. */
export const TIME_STEPS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

// Metrics that Bun does not support: it reports zeros, or the size of the address space.
const UNTOLD = /^(nodejs_heap_space_|nodejs_active_|process_heap_bytes|process_virtual_memory_bytes)/;

/** Creates a metrics registry with the default metrics (memory, CPU, open files, event loop lag) and the build. */
export function newRegistry(program: "api" | "site"): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray()) if (UNTOLD.test(name)) registry.removeSingleMetric(name);
  const build = new Gauge({
    name: `tree_${program}_build_info`,
    help: "Always 1; the labels name the release and the git commit that this process runs.",
    labelNames: ["version", "commit"],
    registers: [registry],
  });
  build.set({ version, commit: commitOf(join(import.meta.dirname, "../../.git")) }, 1);
  return registry;
}

/**
 * The commit that this process runs, in 40 hexadecimal digits, or "unknown". Reads git's files: git itself may not be
 * installed, and refuses a folder that another user owns.
 */
function commitOf(gitFolder: string): string {
  const read = (name: string) => {
    try {
      return readFileSync(join(gitFolder, name), "utf8").trim();
    } catch {
      return "";
    }
  };
  const head = read("HEAD");
  const branch = /^ref: (.+)$/.exec(head)?.[1];
  const packed = () =>
    read("packed-refs")
      .split("\n")
      .find((line) => line.endsWith(` ${branch}`))
      ?.split(" ")[0];
  const commit = branch ? read(branch) || packed() : head;
  return /^[0-9a-f]{40}$/.test(commit ?? "") ? String(commit) : "unknown";
}
