import { Gauge, type Registry } from "prom-client";
import { PRODUCTION_MODE } from "../http/production-mode.ts";
import { OperatorError } from "../operator-error.ts";
import { newRegistry } from "./registry.ts";

/** Why the program is not ready for traffic, in one word; null if it is ready. */
export type NotReady = "starting" | "draining" | "database" | "clock" | null;
/** `variable` is the one that sets the port. */
type OpsSettings = { program: "api" | "site"; variable: string; port: number; host: string };
export type OpsServer = { registry: Registry; port: number; stop(): Promise<void> };

const NO_STORE = { "cache-control": "no-store" };

/**
 * Serves the operators' endpoints on a separate port that is not public: `/healthz` returns 200 while the process is
 * alive, `/readyz` while it accepts traffic, and `/metrics` returns metrics for Prometheus. Throws OperatorError.
 */
export function openOps(settings: OpsSettings, whyNotReady: () => NotReady | Promise<NotReady>): OpsServer {
  const registry = newRegistry(settings.program);
  measureReadiness(registry, settings.program, async () => (await whyNotReady()) === null);
  try {
    const server = serve(settings, registry, whyNotReady);
    return { registry, port: server.port ?? settings.port, stop: () => server.stop(true) };
  } catch (error) {
    const { code } = error as { code?: string };
    throw new OperatorError(
      `${settings.variable} cannot be opened (${code}): choose another port, or another OPS_HOST.`,
    );
  }
}

const serve = ({ port, host }: OpsSettings, registry: Registry, whyNotReady: () => NotReady | Promise<NotReady>) =>
  Bun.serve({
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

function say(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: { ...NO_STORE, "content-type": "text/plain; charset=utf-8" } });
}

/** Registers a gauge whose value is read at each scrape: 1 while the program is ready for traffic, 0 otherwise. */
function measureReadiness(registry: Registry, program: OpsSettings["program"], isReady: () => Promise<boolean>): void {
  new Gauge({
    name: `tree_${program}_ready`,
    help: "1 while the program is ready for traffic, as /readyz says.",
    registers: [registry],
    async collect() {
      this.set((await isReady()) ? 1 : 0);
    },
  });
}
