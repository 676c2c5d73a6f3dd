import { existsSync } from "node:fs";
import { join } from "node:path";
import { HEAP_LIMITS } from "../../shared/observability/heap-limits.ts";
import { type Program, startServer } from "./program.ts";
import { INTERNAL_KEY, portAt } from "./targets.ts";

const ROOT = join(import.meta.dir, "../..");
/** A guide is rendered at build time, so it is answered without an API too. */
export const GUIDE_PATH = "/guides/leave-a-gift";

/** Starts the site as it ships, on one of the benchmark's ports, beside an API at that address. */
export async function startSite(place: number, apiUrl: string): Promise<Program> {
  if (!existsSync(join(ROOT, "dist/server"))) throw new Error("The site is not built: run npm run build.");
  const port = portAt(place);
  const env = {
    ...HEAP_LIMITS,
    SITE_PORT: String(port),
    SITE_URL: `http://127.0.0.1:${port}`,
    API_URL: apiUrl,
    API_INNER_URL: apiUrl,
    INTERNAL_KEY,
  };
  return startServer({ command: [process.execPath, join(ROOT, "site/server.ts")], env, port, path: GUIDE_PATH });
}
