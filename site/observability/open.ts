import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { pathWithQuery } from "../../shared/http/request.ts";
import { TIME_STEPS_SECONDS } from "../../shared/observability/registry.ts";
import { openOps } from "../../shared/observability/server.ts";
import { kindOf } from "../routes.ts";

/** The site's metrics and readiness. It is ready from when it listens until it drains. */
export type SiteOps = {
  /** Starts counting a visitor's request; call the returned function with the status of the response. */
  begin(request: Request): (status: number) => void;
  becomes(state: "ready" | "draining"): void;
  isDraining(): boolean;
};

/**
 * Readiness does not depend on the API: pages report an API outage themselves, and without them visitors would see
 * less. Throws OperatorError.
 */
export function openSiteOps({ port, host }: { port: number | null; host: string }): SiteOps {
  let state: "starting" | "ready" | "draining" = "starting";
  const whyNotReady = () => (state === "ready" ? null : state);
  const server =
    port === null ? null : openOps({ program: "site", variable: "SITE_OPS_PORT", port, host }, whyNotReady);
  return {
    begin: server ? counting(server.registry) : () => () => {},
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
    help: "Requests answered, by kind and status.",
    labelNames: ["kind", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "tree_site_request_duration_seconds",
    help: "Request duration in seconds, including page rendering.",
    labelNames: ["kind"],
    buckets: TIME_STEPS_SECONDS,
    registers,
  });
  const inFlight = new Gauge({
    name: "tree_site_requests_in_flight",
    help: "Requests in flight.",
    registers,
  });
  return (request) => {
    const began = performance.now();
    const kind = kindOf(request.method, pathWithQuery(request));
    inFlight.inc();
    return (status) => {
      inFlight.dec();
      requests.inc({ kind, status });
      durations.observe({ kind }, (performance.now() - began) / 1000);
    };
  };
}
