import type { Strings } from "../../languages/en/strings.ts";

/** The words at a path in the strings, such as `desk.pause`, to be quoted in a sentence: without a period at the end. */
export function wordsAt(strings: Strings, path: string): string {
  const words = path
    .split(".")
    .reduce<unknown>((group, key) => (group as Record<string, unknown> | undefined)?.[key], strings);
  if (typeof words !== "string") throw new Error(`There are no words at "${path}".`);
  return words.replace(/[.。]$/, "");
}
