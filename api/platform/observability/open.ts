import { Gauge, type Registry } from "prom-client";
import { type NotReady, openOps } from "../../../shared/observability/server.ts";
import type { DatabaseClock } from "../clock.ts";
import { circuitBreakerOf, type Database, databaseAnswers } from "../db/client.ts";
import { measureStock, type Stock } from "./measures.store.ts";
import { measuresIn } from "./measures.ts";

/** What is read at each scrape. */
type Now = { inFlight: () => number; stock: () => Promise<Stock>; clock: DatabaseClock };

/**
 * The API's health and metrics for operators: ready from when it serves until it drains. Opens the ops port at once, if one
 * is configured, so that a slow start passes liveness checks.
 */
export function openApiOps({ port, host }: { port: number | null; host: string }) {
  let isDraining = false;
  let first: Database | undefined;
  let isClockOff = () => false;
  const whyNotReady = async (): Promise<NotReady> => {
    if (isDraining) return "draining";
    if (!first) return "starting";
    if (isClockOff()) return "clock";
    return (await databaseAnswers(first)) ? null : "database";
  };
  const server = port === null ? null : openOps({ program: "api", variable: "OPS_PORT", port, host }, whyNotReady);

  return {
    measures: server ? measuresIn(server.registry) : undefined,
    serve(databases: Record<string, Database>, now: Now): void {
      [first] = Object.values(databases);
      isClockOff = now.clock.isOff;
      if (server) measureNow(server.registry, databases, now);
    },
    drain(): void {
      isDraining = true;
    },
    isDraining: () => isDraining,
    stop: async () => server?.stop(),
  };
}

/** Registers gauges whose values are read at each scrape. */
function measureNow(registry: Registry, databases: Record<string, Database>, { inFlight, stock, clock }: Now): void {
  const gauge = (name: string, help: string, now: (database: Database) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ["pool"],
      registers: [registry],
      collect() {
        for (const [pool, database] of Object.entries(databases)) this.set({ pool }, now(database));
      },
    });
  gauge("tree_api_database_waiting", "Statements and transactions waiting for the database.", (database) => {
    return circuitBreakerOf(database)?.waiting() ?? 0;
  });
  gauge("tree_api_database_silent", "1 while the database does not respond and requests are refused.", (database) => {
    return circuitBreakerOf(database)?.isSilent() ? 1 : 0;
  });
  new Gauge({
    name: "tree_api_requests_in_flight",
    help: "Requests in flight.",
    registers: [registry],
    collect() {
      this.set(inFlight());
    },
  });
  new Gauge({
    name: "tree_api_clock_ahead_seconds",
    help: "How far this machine's clock is ahead of the database's; behind if negative.",
    registers: [registry],
    collect() {
      this.set(clock.aheadMs() / 1000);
    },
  });
  measureStock(registry, stock);
}
