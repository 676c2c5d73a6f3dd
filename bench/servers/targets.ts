import { join } from "node:path";
import { HEAP_LIMITS } from "../../shared/observability/heap-limits.ts";
import { MESSAGE_KEY } from "../seed/sealed.ts";
import { codeOf, LARGEST } from "../seed/shape.ts";
import { type Program, startServer } from "./program.ts";

const ROOT = join(import.meta.dir, "../..");
const PEERS = join(ROOT, "bench/competitors");
/** Authenticates the site to the API. */
export const INTERNAL_KEY = "a key between the site and the API of a benchmark";
const FIRST_PORT = Number(process.env.BENCH_PORT || 3900);

/** The measured targets: our API, the anchors beside it, and what other teams would write. */
const TARGETS = ["ours", "constant", "raw", "steady", "database", "fastify", "hono", "express"] as const;
export type Target = (typeof TARGETS)[number];
/** All of them but the database, which is measured without HTTP. */
export type ServerName = Exclude<Target, "database">;
export const PEER_NAMES: readonly ServerName[] = ["fastify", "hono", "express"];

/** Answers of our API that the constant server repeats. */
export type Answers = { tree: string; page: string; receipt: string };

export type ServerOptions = {
  databaseUrl: string;
  /** Rate limits on, but too high to be reached; off otherwise, as for any load test. */
  limits?: boolean;
  answers?: Answers;
  /** A further process of the same kind. */
  place?: number;
};

const PLACES: readonly ServerName[] = ["ours", "constant", "raw", "steady", "fastify", "hono", "express"];

export function startTarget(name: ServerName, options: ServerOptions): Promise<Program> {
  const port = portAt(PLACES.indexOf(name) + 10 * (options.place ?? 0));
  const path = `/v1/trees/${codeOf(LARGEST)}`;
  // In production mode: Bun and Node both do less work then.
  const env = { ...databaseEnv(options.databaseUrl), PORT: String(port), MESSAGE_KEY, NODE_ENV: "production" };
  if (name === "ours") return startServer({ ...ours(port, options), port, path });
  if (name === "constant") {
    const { tree = "{}", page = "{}", receipt = "{}" } = options.answers ?? {};
    const answers = { TREE_ANSWER: tree, PAGE_ANSWER: page, RECEIPT: receipt };
    return startServer({ command: bun("constant"), env: { ...env, ...answers }, port, path });
  }
  if (name === "raw") return startServer({ command: bun("raw"), env, port, path });
  if (name === "steady")
    return startServer({ command: bun("raw"), env: { ...env, CONNECTIONS_EACH: "1" }, port, path });
  const command = ["node", join(PEERS, name, "main.mjs")];
  return startServer({ command, env, port, path });
}

export const portAt = (place: number): number => FIRST_PORT + place;

const bun = (name: string) => [process.execPath, join(PEERS, name, "main.ts")];

/** The API as it ships; only its log is discarded. */
function ours(port: number, { databaseUrl, limits }: ServerOptions) {
  const high = "1000000000";
  const quotas = ["POSTS_PER_ADDRESS", "POSTS_PER_TREE", "REQUESTS_PER_ADDRESS", "UNKNOWN_CODES_PER_ADDRESS"];
  const env = {
    ...HEAP_LIMITS,
    API_PORT: String(port),
    API_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: "a secret that signs nobody in at all",
    INTERNAL_KEY,
    MESSAGE_KEY,
    DATA_DIR: join(ROOT, "bench/data/api"),
    TRUSTED_PROXIES: "127.0.0.1,::1",
    ...(limits ? Object.fromEntries(quotas.map((quota) => [quota, high])) : { RATE_LIMITS: "off" }),
  };
  return { command: [process.execPath, join(ROOT, "api/main.ts")], env };
}

/** Node's drivers take the socket's folder separately from the URL. */
function databaseEnv(databaseUrl: string): Record<string, string> {
  const socket = new URL(databaseUrl).searchParams.get("host");
  return { DATABASE_URL: databaseUrl, ...(socket && { PGHOST: socket }) };
}
