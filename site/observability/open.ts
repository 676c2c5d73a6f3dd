import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { pathWithQuery } from "../../shared/http/path-of.ts";
import { newRegistry, TIME_STEPS_SECONDS } from "../../shared/observability/registry.ts";
import { openOps } from "../../shared/observability/server.ts";
import { kindOf } from "./kind-of.ts";

/** Where the site tells operators how it is. It is ready from when it listens until it drains. */
export type SiteOps = {
  /** Begins to count a visitor's request; what it gives is told the status when it is answered. */
  begin(request: Request): (status: number) => void;
  becomes(state: "ready" | "draining"): void;
  isDraining(): boolean;
};

/**
 * Whether the API answers does not count for being ready: the pages say themselves what is the matter, and without them
 * visitors would see less. Throws an error with the code EADDRINUSE where the port is taken.
 */
export function openSiteOps({ port, host }: { port: number | null; host: string }): SiteOps {
  let state: "starting" | "ready" | "draining" = "starting";
  const registry = port === null ? null : newRegistry();
  if (registry && port !== null) openOps({ port, host }, registry, () => (state === "ready" ? null : state));
  return {
    begin: registry ? counting(registry) : () => () => {},
    becomes(next) {
      state = next;
    },
    isDraining: () => state === "draining",
  };
}

function counting(registry: Registry): SiteOps["begin"] {
  const registers = [registry];
  const requests = new Counter({
    name: "tree_site_requests_total",
    help: "Requests answered, by what was asked for.",
    labelNames: ["kind", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "tree_site_request_duration_seconds",
    help: "How long requests took to be answered; a page is rendered within.",
    labelNames: ["kind"],
    buckets: TIME_STEPS_SECONDS,
    registers,
  });
  const underWay = new Gauge({
    name: "tree_site_requests_under_way",
    help: "Requests that are not answered yet.",
    registers,
  });
  return (request) => {
    const began = performance.now();
    const kind = kindOf(request.method, pathWithQuery(request));
    underWay.inc();
    return (status) => {
      underWay.dec();
      requests.inc({ kind, status });
      durations.observe({ kind }, (performance.now() - began) / 1000);
    };
  };
}
