import { availableParallelism } from "node:os";
import { fairQueue, type Waiter } from "./fair-queue.ts";

// OWASP's first choice for argon2id: 19 MiB, two passes. Bun works on it off the event loop.
const ARGON2 = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
// One core is left for everything else: whoever opens a tree does not wait for those who sign in.
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1));
// At some 40 ms each, the last of a lane waits for two seconds at most.
const WAITING_MAX = 48 * AT_ONCE;

/** The line in which passwords wait to be hashed or compared. */
export const inLine = fairQueue(AT_ONCE, WAITING_MAX);
const tidy = (password: string) => password.normalize("NFKC");

let nobodys: Promise<string> | undefined;

/** What is stored of a password. */
export const hashPassword = (password: string, waiter: Waiter): Promise<string> =>
  inLine(waiter, () => Bun.password.hash(tidy(password), ARGON2));

/** Whether it is the password; asked within the line. Where there is none to compare with, the same work is done for nothing. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  nobodys ??= Bun.password.hash(crypto.randomUUID(), ARGON2);
  return (await Bun.password.verify(tidy(password), hash ?? (await nobodys))) && hash !== undefined;
}
