import { describeError } from "../../../shared/observability/log.ts";
import { causeOf, codeOf } from "./error-code.ts";
import { TlsError } from "./tls.ts";

type Sentence = (variable: string, said: string) => string;

const notThere: Sentence = (variable, said) =>
  `No Postgres accepts connections there (${said}). Check ${variable}, and that Postgres is running.`;
const notReached: Sentence = (variable, said) =>
  `Postgres did not respond in time (${said}). Check ${variable}, and the network and firewalls in between.`;
const notFound: Sentence = (variable, said) =>
  `The database's host name is unknown (${said}). Check ${variable}, and this machine's name resolution.`;

/**
 * Messages of Postgres that contain only names which the operator gave: roles, databases, hosts and tables. Other
 * messages may contain private data.
 */
const QUOTED: Record<string, Sentence> = {
  "28P01": (variable, said) => `Postgres refused the password: ${said}. Correct it in ${variable}.`,
  "28000": (variable, said) =>
    `Postgres does not let this role in: ${said}. Check ${variable} (with sslmode if TLS is required), that the role exists, and pg_hba.conf there.`,
  "3D000": (variable, said) => `Postgres has no such database: ${said}. Create it, or correct ${variable}.`,
  "42501": (variable, said) =>
    `The role in ${variable} lacks a right: ${said}. Grant it as ops/postgres/roles.sql does, or use the role that owns the tables.`,
  "42704": (variable, said) => `Postgres does not know a parameter of ${variable}: ${said}. Remove it.`,
};

const CODED: Record<string, Sentence> = {
  ECONNREFUSED: notThere,
  ENOENT: notThere,
  ENOTFOUND: notFound,
  EAI_AGAIN: notFound,
  CONNECT_TIMEOUT: notReached,
  ETIMEDOUT: notReached,
  EHOSTUNREACH: notReached,
  ENETUNREACH: notReached,
  CONNECTION_NO_PRIMARY: (variable) =>
    `None of the hosts in ${variable} accepts writes. Check ${variable}, and promote a standby if the primary is lost.`,
  "53300": (_, said) =>
    `Postgres has no connection left (${said}). Raise max_connections there, lower DATABASE_CONNECTIONS, or stop other programs that use it.`,
  "57P03": (_, said) => `Postgres is starting or stopping (${said}). Try again in a moment.`,
};

/**
 * Says why the database in this variable cannot be used, and what to do. Null if the error is none of those that an
 * operator can fix.
 */
export function databaseTrouble(error: unknown, variable: string): string | null {
  const cause = causeOf(error);
  if (cause instanceof TlsError) return `The database cannot be used: ${cause.message}. Check ${variable}.`;
  const code = codeOf(error);
  return QUOTED[code]?.(variable, (cause as Error).message) ?? CODED[code]?.(variable, code) ?? null;
}

/** Like `databaseTrouble`, for any error: those that it does not know are named by what describeError says, or by their code. */
export function databaseTroubleOrCode(error: unknown, variable: string): string {
  const { problem, code, cause } = describeError(error);
  return (
    databaseTrouble(error, variable) ??
    `The database cannot be used (${problem ?? code ?? cause ?? "unknown reason"}). Check ${variable}, and that Postgres is running and accepts this user.`
  );
}
