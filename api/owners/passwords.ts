import { turns } from "./turns.ts";

// OWASP's first choice for argon2id: 19 MiB, two passes.
const ARGON2 = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
const AT_ONCE = 4;
// At some 40 ms each, the last of them waits for less than a second.
const WAITING_MAX = 80;

const inTurn = turns(AT_ONCE, WAITING_MAX);
const tidy = (password: string) => password.normalize("NFKC");

let nobodys: Promise<string> | undefined;

/** What is kept of a password. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => Bun.password.hash(tidy(password), ARGON2));

/** Whether it is the password. Where there is none to compare with, the same work is done for nothing. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  nobodys ??= Bun.password.hash(crypto.randomUUID(), ARGON2);
  const compared = hash ?? (await nobodys);
  return (await inTurn(() => Bun.password.verify(tidy(password), compared))) && hash !== undefined;
}
