// Is the container healthy? It may run the API, the site, or both: those that listen must be ready, and one at least.
import "../../shared/own-environment.ts";
import { env } from "node:process";

const { OPS_PORT, SITE_OPS_PORT } = env;
const ports = [OPS_PORT, SITE_OPS_PORT].filter(Boolean);

/** Returns null if nothing listens on the port. */
async function isReady(port: string | undefined): Promise<boolean | null> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4000) })).ok;
  } catch (error) {
    return (error as { code?: string }).code === "ECONNREFUSED" ? null : false;
  }
}

const found = await Promise.all(ports.map(isReady));
process.exit(found.includes(true) && !found.includes(false) ? 0 : 1);
