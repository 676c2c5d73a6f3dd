import type { Registry } from "prom-client";
import { PRODUCTION_MODE } from "../http/production-mode.ts";

/** Why the program is not ready for traffic, in one word; null if it is ready. */
export type NotReady = "starting" | "draining" | "database" | "clock" | null;
export type OpsServer = { port: number; stop(): Promise<void> };

const NO_STORE = { "cache-control": "no-store" };

/**
 * Serves the operators' endpoints on a separate port that is not public: `/healthz` returns 200 while the process is
 * alive, `/readyz` while it accepts traffic, and `/metrics` returns metrics for Prometheus.
 * Throws an error with the code EADDRINUSE if the port is taken.
 */
export function openOps(
  { port, host }: { port: number; host: string },
  registry: Registry,
  whyNotReady: () => NotReady | Promise<NotReady>,
): OpsServer {
  const server = Bun.serve({
    ...PRODUCTION_MODE,
    port,
    hostname: host,
    reusePort: false,
    routes: {
      "/healthz": () => say(200, "ok"),
      "/readyz": async () => {
        const reason = await whyNotReady();
        return reason ? say(503, reason) : say(200, "ok");
      },
      "/metrics": async () =>
        new Response(await registry.metrics(), { headers: { ...NO_STORE, "content-type": registry.contentType } }),
    },
    fetch: () => say(404, "/healthz, /readyz and /metrics are available here"),
  });
  return { port: server.port ?? port, stop: () => server.stop(true) };
}

function say(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: { ...NO_STORE, "content-type": "text/plain; charset=utf-8" } });
}
