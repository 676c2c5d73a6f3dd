import { timingSafeEqual } from "node:crypto";

/** Compares two secrets. The time it takes does not tell in which place they differ. */
export function isSameSecret(one: string | Uint8Array, other: string | Uint8Array): boolean {
  const [mine, theirs] = [Buffer.from(one), Buffer.from(other)];
  return mine.length === theirs.length && timingSafeEqual(mine, theirs);
}
