import { join } from "node:path";
import { z } from "zod";
import { readEmail } from "#contract/emails";
import { SIGN_UPS } from "#contract/owners";
import { PUSH_SERVICES } from "#contract/push";
import { GATHERING_RATE_POLICIES, RATE_POLICIES, type RatePolicies, type RatePolicyKey } from "#contract/rate-limits";
import { readOrigin } from "../../shared/http/same-origin.ts";
import { LOG_LEVELS } from "../../shared/observability/log.ts";
import { DRAIN_SECONDS, LEAD_SECONDS } from "../../shared/observability/stopping.ts";
import { OperatorError } from "../../shared/operator-error.ts";
import { withSecretFiles } from "../../shared/secret-files.ts";
import { HINTS_FOR_BOTH } from "../../shared/variable-hints.ts";
import { readTrustedProxies } from "./client-identity/address.ts";
import { readDatabaseAddress, withoutPreparing } from "./db/address.ts";
import { readMessageKeys } from "./encryption/message-keys.ts";
import { type PushKey, readPushKey } from "./encryption/push-key.ts";
import type { MailSettings } from "./mail/transport.ts";
import { isForTests, readPushServices } from "./push-services.ts";

const port = z.coerce.number().int().min(1).max(65535);
const database = z.string().refine((text) => readDatabaseAddress(text) !== null);
/** What `read` makes of a text; refused if that is null. */
const readBy = <Value>(read: (text: string) => Value | null) =>
  z.string().transform((text, context) => {
    const value = read(text);
    if (value === null) context.addIssue({ code: "custom", message: "not readable" });
    return value ?? z.NEVER;
  });
const origin = readBy(readOrigin);

/** One variable per quota: POSTS_PER_ADDRESS for `postsPerAddress`, and so on. */
const quotaNames = Object.fromEntries(
  Object.keys(RATE_POLICIES).map((policy) => [
    policy,
    policy.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
  ]),
) as Record<RatePolicyKey, string>;
const quotas = Object.fromEntries(
  Object.entries(RATE_POLICIES)
    .filter(isConfigurable)
    .map(([policy, { quota }]) => [
      quotaNames[policy as RatePolicyKey],
      z.coerce.number().int().min(1).max(1_000_000_000).default(quota),
    ]),
);

/** The cool-down, and what counts towards it, is only on or off: a larger quota would disable it. Pages name gatherings'. */
function isConfigurable([policy]: [string, unknown]): boolean {
  return policy !== "coolDownPerAddress" && policy !== "rejectionsPerBody" && !(policy in GATHERING_RATE_POLICIES);
}

const variables = z.object({
  API_PORT: port.default(3000),
  API_PROCESSES: z.coerce.number().int().min(1).max(64).default(1),
  SITE_PORT: port.default(4321),
  OPS_PORT: port.optional(),
  SITE_OPS_PORT: port.optional(),
  LISTEN_HOST: z.union([z.ipv4(), z.ipv6()]).optional(),
  OPS_HOST: z.union([z.ipv4(), z.ipv6()]).default("127.0.0.1"),
  API_URL: origin.optional(),
  SITE_URL: origin.optional(),
  DATABASE_URL: database,
  DATABASE_DIRECT_URL: database.optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(8).max(200).default(16),
  DATA_DIR: z.string().default("./data"),
  SESSION_SECRET: z.string().min(32),
  INTERNAL_KEY: z.string().min(32).optional(),
  MESSAGE_KEY: readBy(readMessageKeys).optional(),
  MESSAGE_KEY_FILE: z.string().optional(),
  PUSH_KEY: readBy(readPushKey).optional(),
  PUSH_SERVICES: readBy(readPushServices).default(PUSH_SERVICES),
  TRUSTED_PROXIES: readBy(readTrustedProxies).default([]),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>\p{Cc}]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u)
    .optional(),
  CONTACT_EMAIL: readBy(readEmail).optional(),
  SIGN_UPS: z.enum(SIGN_UPS).default("open"),
  RATE_LIMITS: z.enum(["on", "off"]).default("on"),
  ...quotas,
  LEAD_SECONDS: z.coerce.number().min(0).max(60).default(LEAD_SECONDS),
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(DRAIN_SECONDS),
  LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
});

/** What the API reads, by name: the schema of each value. */
export const API_VARIABLES = variables.shape;

const soundVariables = variables.superRefine(({ MESSAGE_KEY: keys, MESSAGE_KEY_FILE: file }, context) => {
  if ((keys === undefined) === (file === undefined)) {
    context.addIssue({ code: "custom", path: [keys ? "MESSAGE_KEY_FILE" : "MESSAGE_KEY"], message: "one of the two" });
  }
});

const hints: Record<string, string> = {
  ...HINTS_FOR_BOTH,
  API_PROCESSES: "must be a number of processes from 1 to 64, for example one per core",
  OPS_PORT: "must be a port number, 1 to 65535, for example 9100, or not set",
  DATABASE_URL:
    "must be a Postgres URL, for example postgres://user:password@host:5432/tree, or list several hosts of which one accepts writes: postgres://user:password@one:5432,two:5432/tree; sslmode is one of disable, prefer, require, verify-ca and verify-full",
  DATABASE_DIRECT_URL:
    "must be the URL of Postgres itself if DATABASE_URL points to a pooler, for example postgres://user:password@host:5432/tree",
  DATABASE_CONNECTIONS: "must be a number of connections from 8 to 200, for example 16",
  SESSION_SECRET:
    "must be a secret of at least 32 characters, the same for every replica; create one with openssl rand -base64 32",
  MESSAGE_KEY:
    "must be 32 bytes in base64 (create them with openssl rand -base64 32), or several such keys as ID:KEY,ID:KEY without duplicates; the same for every replica, and stored apart from the database",
  MESSAGE_KEY_FILE: "must not be set together with MESSAGE_KEY; set only one of them",
  PUSH_KEY:
    "must be 32 bytes in base64 (create them with openssl rand -base64 32), the same for every replica, or not set: without it, there are no notifications",
  PUSH_SERVICES: "must list hosts, separated by commas, for example fcm.googleapis.com, *.push.apple.com",
  TRUSTED_PROXIES: "must list addresses or ranges, separated by commas, for example 10.0.0.0/8, 127.0.0.1",
  SMTP_URL:
    "must be the URL of a mail server, for example smtps://user:password@mail.example:465 or smtp://localhost:25",
  MAIL_FROM: "must be the sender address of mails, for example Tree Gifting <hello@tree.example>",
  RATE_LIMITS: "must be on or off",
};

export function invalidVariable(name: string, text: string | undefined): OperatorError {
  const hint = hints[name] ?? "must be a whole number of at least 1: the quota within the limit's window";
  return new OperatorError(`${name} ${text === undefined ? "is not set; it" : "is invalid: it"} ${hint}.`);
}

type Source = Record<string, string | undefined>;

function read<Schema extends z.ZodType>(schema: Schema, source: Source): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(withSecretFiles(source)).filter(([, value]) => value !== ""));
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const name = String(read.error.issues[0]?.path[0]);
  throw invalidVariable(name, given[name]);
}

const ofMail = variables.pick({
  SITE_PORT: true,
  SITE_URL: true,
  DATA_DIR: true,
  SMTP_URL: true,
  MAIL_FROM: true,
  CONTACT_EMAIL: true,
});

/** Reads and validates how mails are sent. Throws OperatorError. */
export const readMailSettings = (source: Source): MailSettings => mailSettings(read(ofMail, source));

function mailSettings(data: z.output<typeof ofMail>): MailSettings {
  if (data.SMTP_URL && !data.MAIL_FROM) {
    throw new OperatorError(`MAIL_FROM is not set, but SMTP_URL is; it ${hints.MAIL_FROM}.`);
  }
  return {
    smtpUrl: data.SMTP_URL ?? null,
    mailFrom: data.MAIL_FROM ?? `Tree Gifting <no-reply@${new URL(siteUrlOf(data)).hostname}>`,
    contactEmail: data.CONTACT_EMAIL ?? null,
    outboxFolder: join(data.DATA_DIR, "outbox"),
  };
}

const siteUrlOf = ({ SITE_URL, SITE_PORT }: { SITE_URL?: string; SITE_PORT: number }) =>
  SITE_URL ?? `http://localhost:${SITE_PORT}`;

/** The secret that signs notifications, the hosts they may be sent to, and who those may write to. */
export type PushSettings = { key: PushKey; services: readonly string[]; subject: string };

function pushSettings(data: z.output<typeof soundVariables>): PushSettings | null {
  const site = new URL(siteUrlOf(data));
  const isTrial = site.hostname === "localhost";
  if (isForTests(data.PUSH_SERVICES) && !isTrial) throw invalidVariable("PUSH_SERVICES", "");
  if (!data.PUSH_KEY) return null;
  // Apple refuses addresses at localhost.
  const home = isTrial ? "https://tree-gifting.invalid" : site.origin;
  const subject = data.CONTACT_EMAIL ? `mailto:${data.CONTACT_EMAIL}` : home;
  return { key: data.PUSH_KEY, services: data.PUSH_SERVICES, subject };
}

/** Reads and validates the configuration. Throws OperatorError for the first invalid variable. */
export function readEnv(source: Source) {
  const data = read(soundVariables, source);
  // On other systems a single process would get all connections.
  if (data.API_PROCESSES > 1 && process.platform !== "linux") {
    throw new OperatorError("API_PROCESSES is invalid: it must be 1 on this system; only Linux can share a port.");
  }
  return {
    port: data.API_PORT,
    host: data.LISTEN_HOST ?? null,
    sharesPort: data.API_PROCESSES > 1,
    apiUrl: data.API_URL ?? data.SITE_URL ?? `http://localhost:${data.API_PORT}`,
    siteUrl: siteUrlOf(data),
    databaseUrl: data.DATABASE_DIRECT_URL ? withoutPreparing(data.DATABASE_URL) : data.DATABASE_URL,
    directUrl: data.DATABASE_DIRECT_URL ?? null,
    connections: connectionsOf(data.DATABASE_CONNECTIONS),
    sessionSecret: data.SESSION_SECRET,
    internalKey: data.INTERNAL_KEY ?? null,
    messageKeys: data.MESSAGE_KEY ?? null,
    messageKeyFile: data.MESSAGE_KEY_FILE ?? null,
    trustedProxies: data.TRUSTED_PROXIES,
    mail: mailSettings(data),
    push: pushSettings(data),
    signUps: data.SIGN_UPS,
    ratePolicies: data.RATE_LIMITS === "on" ? policiesWith(data as Record<string, unknown>) : null,
    ops: { port: data.OPS_PORT ?? null, host: data.OPS_HOST },
    leadMs: data.LEAD_SECONDS * 1000,
    drainMs: data.DRAIN_SECONDS * 1000,
    logLevel: data.LOG_LEVEL,
  };
}

/** Of 16 connections, counters get 3 and gifts 5; of others, as much in proportion. */
function connectionsOf(all: number) {
  const [forCounters, forGifts] = [Math.round((all * 3) / 16), Math.round((all * 5) / 16)];
  return { forCounters, forGifts, forRequests: all - forCounters - forGifts };
}

function policiesWith(data: Record<string, unknown>): RatePolicies {
  const named = Object.entries(RATE_POLICIES).map(([policy, usual]) => [
    policy,
    { ...usual, quota: data[quotaNames[policy as RatePolicyKey]] ?? usual.quota },
  ]);
  return Object.fromEntries(named);
}
