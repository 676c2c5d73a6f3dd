import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const WAIT_MS = 15_000;
const PAUSE_MS = 100;

const usualDataDir = () => process.env.E2E_DATA_DIR ?? "";

/** The link in the newest mail to that address on that subject, once the service has put it into its outbox. */
export async function mailedLink(address: string, subject: string, dataDir = usualDataDir()): Promise<string> {
  return waitFor(`No mail on "${subject}" came.`, () =>
    linkIn(mailsTo(address, dataDir).findLast((mail) => mail.includes(`Subject: ${subject}\n`)) ?? ""),
  );
}

/** The newest mail to that address that says these words, once it is in the outbox. */
export async function mailSaying(address: string, words: string, dataDir = usualDataDir()): Promise<string> {
  return waitFor(`No mail that says "${words}" came.`, () =>
    mailsTo(address, dataDir)
      .map(plain)
      .findLast((mail) => mail.includes(words)),
  );
}

async function waitFor(trouble: string, look: () => string | undefined): Promise<string> {
  const until = Date.now() + WAIT_MS;
  while (Date.now() < until) {
    const found = look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error(trouble);
}

/** All mails to an address, the newest last. */
function mailsTo(address: string, dataDir: string): string[] {
  const folder = join(dataDir, "outbox");
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".eml")) : [];
  const mails = names.sort().map((name) => readFileSync(join(folder, name), "utf8"));
  return mails.filter((mail) => mail.includes(`To: ${address}\n`));
}

const plain = (mail: string) => mail.replace(/=\n/g, "").replace(/=3D/g, "=");
const linkIn = (mail: string) => /https?:\/\/\S+\?token=[\w-]{43}/.exec(plain(mail))?.[0];
