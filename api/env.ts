import { z } from "zod";

const port = z.coerce.number().int().min(1).max(65535);
const address = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ""));

const variables = z.object({
  API_PORT: port.default(3000),
  SITE_PORT: port.default(4321),
  API_URL: address.optional(),
  SITE_URL: address.optional(),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//),
  SESSION_SECRET: z.string().min(32),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error"]).default("info"),
});

const mends: Record<keyof typeof variables.shape, string> = {
  API_PORT: "must be a port number, 1 to 65535, for example 3000",
  SITE_PORT: "must be a port number, 1 to 65535, for example 4321",
  API_URL: "must be the API's public address, for example https://api.tree.example",
  SITE_URL: "must be the website's public address, for example https://tree.example",
  DATABASE_URL: "must name a Postgres, for example postgres://user:password@host:5432/tree",
  SESSION_SECRET:
    "must be a secret of at least 32 characters, the same for every replica; openssl rand -base64 32 makes one",
  LOG_LEVEL: "must be one of debug, info, warn, error",
};

/** The configuration, read once and checked. */
export type Env = ReturnType<typeof readEnv>;

/** A wrong variable, in a sentence that names it and the mend. */
export class ConfigurationError extends Error {}

export function readEnv(source: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const read = variables.safeParse(given);
  if (!read.success) {
    const name = read.error.issues[0]?.path[0] as keyof typeof mends;
    throw new ConfigurationError(
      `${name} ${given[name] === undefined ? "is not set; it" : "is wrong: it"} ${mends[name]}.`,
    );
  }
  const { data } = read;
  return {
    port: data.API_PORT,
    apiUrl: data.API_URL ?? `http://localhost:${data.API_PORT}`,
    siteUrl: data.SITE_URL ?? `http://localhost:${data.SITE_PORT}`,
    databaseUrl: data.DATABASE_URL,
    sessionSecret: data.SESSION_SECRET,
    logLevel: data.LOG_LEVEL,
  };
}
