import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const WAIT_MS = 15_000;
const PAUSE_MS = 100;

/** The link in the newest mail to that address on that subject, once the service has put it into its outbox. */
export async function mailedLink(address: string, subject: string): Promise<string> {
  const until = Date.now() + WAIT_MS;
  while (Date.now() < until) {
    const link = linkIn(newestMail(address, subject));
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error(`No mail on "${subject}" came.`);
}

function newestMail(address: string, subject: string): string {
  const folder = join(process.env.E2E_DATA_DIR ?? "", "outbox");
  const names = readdirSync(folder).filter((name) => name.endsWith(".eml"));
  const mails = names.sort().map((name) => readFileSync(join(folder, name), "utf8"));
  return mails.findLast((mail) => mail.includes(`To: ${address}\n`) && mail.includes(`Subject: ${subject}\n`)) ?? "";
}

function linkIn(mail: string): string | undefined {
  const plain = mail.replace(/=\n/g, "").replace(/=3D/g, "=");
  return /https?:\/\/\S+\?token=[\w-]{43}/.exec(plain)?.[0];
}
