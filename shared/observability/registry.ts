import { collectDefaultMetrics, Registry } from "prom-client";

/** Histogram buckets in seconds: a cache hit takes less than the first, a timeout more than 5. */
export const TIME_STEPS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

// Metrics that Bun does not support: it reports zeros, or the size of the address space.
const UNTOLD = /^(nodejs_heap_space_|nodejs_active_|process_heap_bytes|process_virtual_memory_bytes)/;

/** Creates a metrics registry with the default metrics: memory, CPU, open files and event loop lag. */
export function newRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray()) if (UNTOLD.test(name)) registry.removeSingleMetric(name);
  return registry;
}
