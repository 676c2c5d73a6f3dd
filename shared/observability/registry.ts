import { collectDefaultMetrics, Registry } from "prom-client";

/** Steps of a histogram of times, in seconds: a look-up from memory takes less than the first, a deadline more than 5. */
export const TIME_STEPS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

// What Bun cannot tell: it reports noughts there, or the address space.
const UNTOLD = /^(nodejs_heap_space_|nodejs_active_|process_heap_bytes|process_virtual_memory_bytes)/;

/** Where a program's figures stand; to begin with memory, processor, open files and how late its event loop is. */
export function newRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray()) if (UNTOLD.test(name)) registry.removeSingleMetric(name);
  return registry;
}
