/** What the codes of Postgres, its driver, the system and Bun mean to an operator. docs/operating/runbook.md has a row for each. */
export const PROBLEMS: Record<string, string> = {
  "53100": "the database's disk is full",
  "53200": "Postgres has no memory left",
  "53300": "all of Postgres' connections are taken: see DATABASE_CONNECTIONS",
  "25006": "the database is read-only",
  "28P01": "Postgres refuses the password in DATABASE_URL",
  "42501": "the role in DATABASE_URL lacks a right",
  "42P01": "a table is missing: the database is not migrated, or another one",
  "55P03": "another statement held a lock for too long",
  "57014": "a statement took too long and was canceled",
  "57P01": "Postgres ended the connection: it stops, or somebody ended it",
  "57P03": "Postgres is starting or stopping",
  XX001: "a page of the database is damaged",
  CONNECTION_SILENT: "the database does not respond",
  CONNECTION_NO_PRIMARY: "no host in DATABASE_URL accepts writes",
  CONNECTION_CLOSED: "the database closed the connection",
  CONNECT_TIMEOUT: "the database's host did not respond in time",
  ENOENT: "a file is missing, or the database's socket",
  ENOSPC: "the disk is full",
  EROFS: "the file system is read-only",
  EACCES: "this user may not use a file or folder",
  EIO: "the disk or the file system is damaged",
  EMFILE: "this process has no open files left: see LimitNOFILE",
  ECONNREFUSED: "nothing listens at that address",
  ConnectionRefused: "nothing listens at that address",
  CONNECTION_TLS: "no TLS connection to the database could be made",
  ECONNRESET: "the other side cut the connection",
  ETIMEDOUT: "the other side did not respond in time",
  EHOSTUNREACH: "there is no route to that host",
  ENOTFOUND: "the host name is unknown",
  EAI_AGAIN: "the host name cannot be looked up for now",
  ETLS: "TLS with the mail server failed",
  ESOCKET: "the connection to the mail server failed",
  EENVELOPE: "the sender or the recipient is no address that mail can be sent with",
};

/** nodemailer puts a code of its own over the system's. */
type MailError = Error & {
  code?: string;
  originalCode?: string;
  command?: string;
  responseCode?: number;
  response?: string;
};

/** Says in a few words what is wrong, with the code; undefined for an error that only a developer can explain. */
export function problemOf(error: Error): string | undefined {
  const { code, originalCode, responseCode } = error as MailError;
  if (typeof responseCode === "number") return refusalOf(error as MailError, responseCode);
  const certificate = certificateTrouble(originalCode ?? "");
  if (certificate) return `the certificate is refused: ${certificate}`;
  for (const each of [originalCode, code]) {
    const problem = PROBLEMS[String(each).replace(/^(CONNECTION_TLS)_.+/, "$1")];
    if (problem) return `${problem} (${each})`;
  }
  return undefined;
}

/** What a mail server refuses, and whether a later attempt may succeed. Its words are left out: they name addresses. */
function refusalOf({ code, command, response = "" }: MailError, status: number): string {
  // The detailed code of RFC 3463 follows the status.
  const detailed = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const what = code === "EAUTH" ? " the user or password in SMTP_URL" : (REFUSED[command ?? ""] ?? "");
  const until = status < 500 ? " for now" : "";
  return `the mail server refused${what}${until} (${[status, detailed].filter(Boolean).join(" ")})`;
}

const REFUSED: Record<string, string> = {
  CONN: " the connection",
  "MAIL FROM": " MAIL_FROM",
  "RCPT TO": " the recipient",
  DATA: " the mail",
};

/** Why a server's certificate is refused, in words for logs and messages. */
export type CertificateTrouble = "unknown authority" | "expired" | "not valid yet" | "another name";

const TROUBLES: Record<string, CertificateTrouble> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "unknown authority",
  UNABLE_TO_GET_ISSUER_CERT: "unknown authority",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "unknown authority",
  SELF_SIGNED_CERT_IN_CHAIN: "unknown authority",
  DEPTH_ZERO_SELF_SIGNED_CERT: "unknown authority",
  CERT_HAS_EXPIRED: "expired",
  CERT_NOT_YET_VALID: "not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID: "another name",
};

/** Returns what is wrong with a certificate by the code of a TLS error; null if the error is about something else. */
export const certificateTrouble = (code: string): CertificateTrouble | null => TROUBLES[code] ?? null;
