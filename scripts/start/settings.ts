import { OperatorError } from "../../shared/operator-error.ts";
import { withSecretFiles } from "../../shared/secret-files.ts";

/** The settings that the starter itself needs. The programs read and check the rest of the environment themselves. */
export type Settings = {
  apiPort: number;
  apiProcesses: number;
  sitePort: number;
  opsPort?: number;
  siteOpsPort?: number;
  apiUrl: string;
  siteUrl: string;
  dataDir: string;
  databaseUrl?: string;
  /** The same database without the pooler, if `databaseUrl` goes through one. */
  directUrl: string | null;
  sessionSecret?: string;
  internalKey?: string;
  messageKey?: string;
  messageKeyFile?: string;
};

/** An empty variable counts as not set. */
export function readSettings(source: Record<string, string | undefined>): Settings {
  const env = withSecretFiles(source);
  const apiPort = readPort("API_PORT", env.API_PORT, 3000);
  const sitePort = readPort("SITE_PORT", env.SITE_PORT, 4321);
  const opsPort = env.OPS_PORT ? readPort("OPS_PORT", env.OPS_PORT, 9100) : undefined;
  const siteOpsPort = env.SITE_OPS_PORT ? readPort("SITE_OPS_PORT", env.SITE_OPS_PORT, 9111) : undefined;
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL) {
    throw new OperatorError(
      "DATABASE_DIRECT_URL is set, but DATABASE_URL is not: it belongs to a pooler that DATABASE_URL points to.",
    );
  }
  return {
    apiPort,
    // The API validates the number itself.
    apiProcesses: Number(env.API_PROCESSES || 1),
    sitePort,
    opsPort,
    siteOpsPort,
    apiUrl: env.API_URL || env.SITE_URL || `http://localhost:${apiPort}`,
    siteUrl: env.SITE_URL || `http://localhost:${sitePort}`,
    dataDir: env.DATA_DIR || "./data",
    databaseUrl: env.DATABASE_URL || undefined,
    directUrl: env.DATABASE_DIRECT_URL || null,
    sessionSecret: env.SESSION_SECRET || undefined,
    internalKey: env.INTERNAL_KEY || undefined,
    messageKey: env.MESSAGE_KEY || undefined,
    messageKeyFile: env.MESSAGE_KEY_FILE || undefined,
  };
}

function readPort(name: string, text: string | undefined, usual: number): number {
  if (!text) return usual;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65535) return port;
  throw new OperatorError(`${name} is "${text}" and must be a port number, 1 to 65535, such as ${name}=${usual}.`);
}
