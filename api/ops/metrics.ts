import { Counter, Histogram, type Registry } from "prom-client";
import { TIME_STEPS_SECONDS } from "../../ops/registry.ts";
import type { Measures } from "./measures.ts";

const METHODS = new Set(["GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"]);

/** Counts what the API does. Labels are words of our own, of which there is a fixed number: patterns, never addresses. */
export function measuresIn(registry: Registry): Measures {
  const registers = [registry];
  const requests = new Counter({
    name: "tree_api_requests_total",
    help: "Requests answered, by the pattern of their route.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "tree_api_request_duration_seconds",
    help: "How long requests took to be answered.",
    labelNames: ["route"],
    buckets: TIME_STEPS_SECONDS,
    registers,
  });
  const refusals = new Counter({
    name: "tree_api_refusals_total",
    help: "Requests that were told no, by error.code.",
    labelNames: ["reason"],
    registers,
  });
  const memory = new Counter({
    name: "tree_api_memory_lookups_total",
    help: "Trees and pages asked of memory; what it does not know is read from the database.",
    labelNames: ["memory", "result"],
    registers,
  });

  return {
    answered({ method, route, status, seconds }) {
      const pattern = route || "none";
      requests.inc({ method: METHODS.has(method) ? method : "other", route: pattern, status });
      durations.observe({ route: pattern }, seconds);
    },
    refused: (reason) => refusals.inc({ reason }),
    recalled: (which, isHit) => memory.inc({ memory: which, result: isHit ? "hit" : "miss" }),
  };
}
