import { availableParallelism } from "node:os";
import { splitEmail } from "#contract/emails";
import { fairQueue, type Waiter } from "../../../../shared/fair-queue.ts";

export type { RightPassword } from "../../../platform/db/hold-owner.ts";

// OWASP's first choice for argon2id: 19 MiB, two passes. Bun works on it off the event loop.
const ARGON2 = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
// Leave one core for everything else: opening a tree must not wait for sign-ins.
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1));
// At about 40 ms each, the last in a lane waits for two seconds at most.
const WAITING_MAX = 48 * AT_ONCE;

export const inTurn = fairQueue(AT_ONCE, WAITING_MAX);
const tidy = (password: string) => password.normalize("NFKC");

let nobodys: Promise<string> | undefined;

export const hashPassword = (password: string, waiter: Waiter): Promise<string> =>
  inTurn(waiter, () => Bun.password.hash(tidy(password), ARGON2));

/**
 * Whether the password matches; call it within the queue. Without a hash to compare with, it does the same work and
 * returns false.
 */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  nobodys ??= Bun.password.hash(crypto.randomUUID(), ARGON2);
  return (await Bun.password.verify(tidy(password), hash ?? (await nobodys))) && hash !== undefined;
}

const SERVICE_NAME = "Tree Gifting";

/** Only letters and digits matter to a guesser: not case, spaces or punctuation. */
const comparable = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, "");

/** Whether a password is among the first guesses of someone who knows the account's e-mail address, or the service. */
export function isGuessable(password: string, email: string): boolean {
  const [local] = splitEmail(email);
  const [untagged = ""] = local.split("+", 1);
  const guesses = [SERVICE_NAME, email, local, untagged].map(comparable);
  return guesses.some((guess) => guess !== "" && guess === comparable(password));
}
