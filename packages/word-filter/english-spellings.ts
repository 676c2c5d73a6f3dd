import { sounding } from "./normalise.ts";

// The letters that English doubles most: of them, two differ from one.
const tripled = /([beolsg])\1{2,}/g;
const otherDoubled = /([^beolsg ])\1+/g;

/** Writes doubled letters once; those that English doubles most may stay two. */
export function collapsed(text: string): string {
  return text.replace(tripled, "$1$1").replace(otherDoubled, "$1");
}

/** Writes letters that sound alike as one: ph as f, c as k, z as s, y as i. */
export const sound = sounding([
  [/ph/g, "f"],
  [/ck|cc|kk|q|c(?![ehiy])/g, "k"],
  [/[zx]/g, "s"],
  [/y/g, "i"],
  [/0/g, "o"],
]);
