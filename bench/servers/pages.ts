import { join } from "node:path";
import { checkPages } from "../check-pages.ts";
import type { BenchRun } from "../scenarios/bench-run.ts";
import { codeOf, firstFull } from "../seed/shape.ts";
import { buildPages, NEXT, nodeOfPages } from "./built-pages.ts";
import { type Program, startServer } from "./program.ts";
import { startSite } from "./site.ts";
import { INTERNAL_KEY, portAt, startTarget } from "./targets.ts";

const PEERS = join(import.meta.dir, "../competitors");
const SITE_PLACE = 20;

/** The servers that make the page of a tree, and how to start them. */
const PAGE_PEERS: Record<string, () => string[]> = {
  template: () => [process.execPath, join(PEERS, "pages-template/main.ts")],
  sveltekit: () => [nodeOfPages(), join(PEERS, "pages-sveltekit/server.mjs")],
  next: () => [nodeOfPages(), NEXT],
  astro: () => [nodeOfPages(), join(PEERS, "pages-astro/server.mjs")],
};

/** Our site with its API, and the peers' pages made from the same API's answers. */
export type Pages = { api: Program; site: Program; peers: ReadonlyMap<string, Program>; stop(): Promise<void> };

/** Starts our site beside an API. With `limits`, the API's rate limits are on, but too high to be reached. */
export async function startOurs(benchRun: BenchRun, limits = false): Promise<Omit<Pages, "peers">> {
  const api = await startTarget("ours", { ...benchRun, limits });
  const site = await startSite(SITE_PLACE, api.url);
  return { api, site, stop: () => stopAll([site, api]) };
}

/** Starts all servers that make the page of a tree, and checks that their pages show the same. */
export async function startPages(benchRun: BenchRun): Promise<Pages> {
  const { flags, say } = benchRun;
  const ours = await startOurs(benchRun);
  const names = flags.withPeers ? Object.keys(PAGE_PEERS) : ["template"];
  if (flags.withPeers) await buildPages(say);
  const peers = new Map<string, Program>();
  for (const [i, name] of names.entries()) peers.set(name, await startPeer(name, SITE_PLACE + 1 + i, ours.api.url));
  await checkPages(ours.site.url, peers, codeOf(firstFull), say);
  return { ...ours, peers, stop: () => stopAll([...peers.values(), ours.site, ours.api]) };
}

function startPeer(name: string, place: number, apiUrl: string): Promise<Program> {
  const port = portAt(place);
  const env = {
    NODE_ENV: "production",
    PORT: String(port),
    HOSTNAME: "127.0.0.1",
    SITE_URL: `http://127.0.0.1:${port}`,
    API_INNER_URL: apiUrl,
    // For the product's own pages.
    INTERNAL_KEY,
  };
  const path = `/send-message?tree=${codeOf(firstFull)}`;
  return startServer({ command: PAGE_PEERS[name]?.() ?? [], env, port, path });
}

async function stopAll(servers: readonly Program[]): Promise<void> {
  for (const { stop } of servers) await stop();
}
