import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { splitEmail } from "#contract/emails";
import { OUTBOX_KEPT_DAYS } from "#contract/retention";

/** `messageId` stays with a mail however often it is tried: a mailbox that gets it twice can tell. */
export type Mail = { messageId: string; to: string; subject: string; text: string; html: string };
/** The way mails leave. A mail that this throws at was not sent. */
export type Transport = {
  send(mail: Mail): Promise<void>;
  /** Nothing more is to be sent for now. */
  hangUp(): void;
  /** Whether the other end answers; an outbox always does. */
  isReachable(): Promise<boolean>;
  /** Throws away what has lain about for long, so many at most; says how many went. */
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
 * Mails that go one after another share a connection, with its greeting and its keys. What fails on one is tried again by whoever
 * asked, in its time, and not at once by the library.
 */
const CONNECTIONS = { pool: true, maxConnections: 10, maxRequeues: 0 } as const;
const OUTBOX_KEPT_MS = OUTBOX_KEPT_DAYS * 24 * 60 * 60 * 1000;
// Nothing in a mail is ever read from a file or fetched.
const CLOSED = { disableFileAccess: true, disableUrlAccess: true };
// Asks programs that answer mails by themselves to spare ours.
const HEADERS = { "Auto-Submitted": "auto-generated" };

export function mailTransport({ smtpUrl, mailFrom, contactEmail, outboxFolder }: MailSettings): Transport {
  const usual = { from: mailFrom, headers: HEADERS, ...(contactEmail && { replyTo: contactEmail }) };
  return smtpUrl === null ? outbox(outboxFolder, usual) : smtp(smtpUrl, usual);
}

/** The sender and headers of every mail. */
type Usual = { from: string; replyTo?: string; headers: Record<string, string> };

/** An address given as an object is used as is; a string would be parsed as a list of names and addresses. */
const addressed = (mail: Mail) => ({ ...mail, to: { name: "", address: quoted(mail.to) } });

/** `x..y@docomo.ne.jp` is valid in HTML, and some providers issue such addresses; SMTP needs quotes around it (RFC 5321). */
function quoted(email: string): string {
  const [local, domain] = splitEmail(email);
  return /^\.|\.\.|\.$/.test(local) ? `"${local}"@${domain}` : email;
}

function smtp(url: string, usual: Usual): Transport {
  const timeouts = { connectionTimeout: WAIT_MS, greetingTimeout: WAIT_MS, socketTimeout: WAIT_MS };
  const open = async () => (await mailer()).createTransport({ url, ...CONNECTIONS, ...timeouts, ...CLOSED }, usual);
  let way: ReturnType<typeof open> | undefined;
  return {
    async send(mail) {
      way ??= open();
      await (await way).sendMail(addressed(mail));
    },
    hangUp() {
      way?.then((opened) => opened.close());
      way = undefined;
    },
    async isReachable() {
      const asked = await open();
      const isReachable = await asked.verify().catch(() => false);
      asked.close();
      return isReachable;
    },
    sweep: async () => 0,
  };
}

/** Without a mail server, each mail is a file that its addressee's mail program could open. For this user's eyes only: it holds links. */
function outbox(folder: string, usual: Usual): Transport {
  const options = { streamTransport: true, buffer: true, newline: "unix", ...CLOSED } as const;
  return {
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
    isReachable: async () => true,
    async sweep(now, most) {
      let gone = 0;
      for (const name of await readdir(folder).catch(() => [])) {
        if (gone === most) break;
        const path = join(folder, name);
        // Another replica may have been quicker.
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
        if (mtimeMs >= now.getTime() - OUTBOX_KEPT_MS) continue;
        await rm(path, { force: true });
        gone += 1;
      }
      return gone;
    },
  };
}

/** Loaded with the first mail: a start should not wait for it. */
const mailer = () => import("nodemailer");
