import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Compares two secrets. The time it takes does not tell in which place they differ. */
export function isSameSecret(one: string | Uint8Array, other: string | Uint8Array): boolean {
  const [mine, theirs] = [Buffer.from(one), Buffer.from(other)];
  return mine.length === theirs.length && timingSafeEqual(mine, theirs);
}

/** Returns a secret of 256 random bits for a link, in 43 characters. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** What is stored of it: a reader of the database cannot use the link. */
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("base64url");
