import "../../../shared/own-environment.ts";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { splitEmail } from "#contract/emails";
import { OUTBOX_KEPT_DAYS } from "#contract/retention";
import type { MailFailure } from "../observability/measures.ts";

/** `messageId` is the same for every attempt, so that a mailbox can recognize duplicates. */
export type Mail = {
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Switches such mails off by a POST, without signing in (RFC 8058). */
  unsubscribeUrl?: string;
};
/** Sends mails. If `send` throws, the mail was not sent. */
export type Transport = {
  /** Whether mails only reach a folder. */
  isOutbox: boolean;
  send(mail: Mail): Promise<void>;
  /** Closes the connections: nothing more is to be sent for now. */
  hangUp(): void;
  /** Throws if the mail server does not respond; never for an outbox. */
  reach(): Promise<void>;
  /** Deletes up to `most` expired files; returns how many. */
  sweep(now: Date, most: number): Promise<number>;
};
/** `contactEmail` becomes `Reply-To`; without it (null), replies go to `mailFrom`. */
export type MailSettings = {
  smtpUrl: string | null;
  mailFrom: string;
  contactEmail: string | null;
  outboxFolder: string;
};

const WAIT_MS = 20_000;
/**
 * Consecutive mails share a connection, with its greeting and TLS handshake. The caller retries failed mails later;
 * the library must not retry at once.
 */
const CONNECTIONS = { pool: true, maxConnections: 10, maxRequeues: 0 } as const;
const OUTBOX_KEPT_MS = OUTBOX_KEPT_DAYS * 24 * 60 * 60 * 1000;
// Mail content must never be read from a file or fetched.
const CLOSED = { disableFileAccess: true, disableUrlAccess: true };
const EVERY = {
  // Asks auto-responders not to reply (RFC 3834).
  headers: { "Auto-Submitted": "auto-generated" },
  // In every language: links in the outbox's files can be searched for, and `npm run dev` prints mails.
  textEncoding: "quoted-printable",
} as const;

export function mailTransport({ smtpUrl, mailFrom, contactEmail, outboxFolder }: MailSettings): Transport {
  const usual = { ...EVERY, from: mailFrom, ...(contactEmail && { replyTo: contactEmail }) };
  return smtpUrl === null ? outbox(outboxFolder, usual) : smtp(smtpUrl, usual);
}

/** The sender and headers of every mail. */
type Usual = { from: string; replyTo?: string } & typeof EVERY;

/** An address given as an object is used as is; a string would be parsed as a list of names and addresses. */
const addressed = ({ unsubscribeUrl, ...mail }: Mail) => ({
  ...mail,
  to: { name: "", address: quoted(mail.to) },
  ...(unsubscribeUrl && {
    headers: { "List-Unsubscribe": `<${unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  }),
});

/** Quotes local parts like `x..y`, as SMTP requires (RFC 5321). HTML allows them, and some providers issue them. */
function quoted(email: string): string {
  const [local, domain] = splitEmail(email);
  return /^\.|\.\.|\.$/.test(local) ? `"${local}"@${domain}` : email;
}

function smtp(url: string, usual: Usual): Transport {
  const timeouts = { connectionTimeout: WAIT_MS, greetingTimeout: WAIT_MS, socketTimeout: WAIT_MS };
  const open = async () => (await mailer()).createTransport({ url, ...CONNECTIONS, ...timeouts, ...CLOSED }, usual);
  let way: ReturnType<typeof open> | undefined;
  return {
    isOutbox: false,
    async send(mail) {
      way ??= open();
      await (await way).sendMail(addressed(mail));
    },
    hangUp() {
      way?.then((opened) => opened.close());
      way = undefined;
    },
    async reach() {
      const transport = await open();
      await transport.verify().finally(() => transport.close());
    },
    sweep: async () => 0,
  };
}

/**
 * Without a mail server, writes each mail to a file that a mail program can open, readable only by this user because
 * it contains links.
 */
function outbox(folder: string, usual: Usual): Transport {
  const options = { streamTransport: true, buffer: true, newline: "unix", ...CLOSED } as const;
  return {
    isOutbox: true,
    async send(mail) {
      const way = (await mailer()).createTransport(options, usual);
      const { message } = await way.sendMail(addressed(mail));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(":", "-")}-${crypto.randomUUID().slice(0, 8)}`;
      const draft = join(folder, `${name}.part`);
      const file = await open(draft, "wx", 0o600);
      await file.writeFile(message as Buffer).finally(() => file.close());
      await rename(draft, join(folder, `${name}.eml`));
    },
    hangUp: () => {},
    reach: async () => {},
    async sweep(now, most) {
      let gone = 0;
      for (const name of await readdir(folder).catch(() => [])) {
        if (gone === most) break;
        const path = join(folder, name);
        // Another replica may have deleted it already.
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
        if (mtimeMs >= now.getTime() - OUTBOX_KEPT_MS) continue;
        await rm(path, { force: true });
        gone += 1;
      }
      return gone;
    },
  };
}

/** Loaded with the first mail, so that it does not delay the start. */
const mailer = () => import("nodemailer");

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
