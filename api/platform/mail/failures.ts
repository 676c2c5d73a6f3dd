import type { MailFailure } from "../observability/measures.ts";

type SmtpError = { code?: string; command?: string; responseCode?: number };

/** Why a mail was not sent, for operators: one of a fixed set, without what the server said. */
export function causeOf(error: unknown): MailFailure {
  const { code = "", command } = error as SmtpError;
  if (code === "EAUTH" || code === "ENOAUTH" || code === "EOAUTH2") return "sign_in";
  if (code === "EENVELOPE") return command === "MAIL FROM" ? "sender" : "recipient";
  if (code === "EMESSAGE") return "message";
  return CONNECTION_CODES.has(code) ? "connection" : "other";
}

const CONNECTION_CODES = new Set([
  ...["ECONNECTION", "ETIMEDOUT", "ESOCKET", "EDNS", "ETLS", "EPROTOCOL"],
  ...["ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EPIPE"],
]);

/**
 * Whether the server rejected this mail or its recipient with 5xx, which a retry would not change. A wrong SMTP
 * password or a rejected sender is not the mail's fault: the operator can fix it, and giving up would lose all mails.
 */
export function isRefusedForGood(error: unknown): boolean {
  const { code, command, responseCode } = error as SmtpError;
  const isOfThisMail = code === "EMESSAGE" || (code === "EENVELOPE" && command !== "MAIL FROM");
  return isOfThisMail && Number(responseCode) >= 500;
}
