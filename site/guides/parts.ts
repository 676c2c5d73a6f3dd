import { guideParts as en, type GuideParts } from "../../languages/en/guide-parts.ts";
import type { Strings } from "../../languages/en/strings.ts";
import { guideParts as ja } from "../../languages/ja/guide-parts.ts";
import { guideParts as ko } from "../../languages/ko/guide-parts.ts";
import type { Language } from "../i18n/languages.ts";

/** The words of lists and tables in the guides, of the languages that have guides. */
export const partsIn: Partial<Record<Language, GuideParts>> & { en: GuideParts } = { en, ko, ja };

/** The words at a path in the strings, such as `desk.pause`, to be quoted in a sentence: without a period at the end. */
export function wordsAt(strings: Strings, path: string): string {
  const words = path
    .split(".")
    .reduce<unknown>((group, key) => (group as Record<string, unknown> | undefined)?.[key], strings);
  if (typeof words !== "string") throw new Error(`There are no words at "${path}".`);
  return words.replace(/[.。]$/, "");
}
