import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Bytes stored per hash. About seven in a million passwords that are not on the list match it by chance. */
export const BYTES_EACH = 4;

/** The form in which passwords are compared: capital letters make a common password no better. */
export const comparable = (password: string) => password.normalize("NFKC").toLowerCase();

let list: Buffer | undefined;

export function isCommonPassword(password: string): boolean {
  const hash = createHash("sha256").update(comparable(password)).digest().readUInt32BE(0);
  list ??= readFileSync(join(import.meta.dir, "list.bin"));
  const count = list.length / BYTES_EACH;
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list.readUInt32BE(middle * BYTES_EACH) < hash) low = middle + 1;
    else high = middle;
  }
  return low < count && list.readUInt32BE(low * BYTES_EACH) === hash;
}
