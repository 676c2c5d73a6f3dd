import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** A colored emoji as the markup inside a square of `EMOJI_SIDE`. */
export const EMOJI_SIDE = 36;

const folder = dirname(createRequire(import.meta.url).resolve("@twemoji/svg/package.json"));
const drawings = new Set(readdirSync(folder));

/** The drawing of a character that its reader sees as one emoji; null if there is none. */
export function emojiDrawing(character: string): string | null {
  const codes = [...character].map((each) => each.codePointAt(0)?.toString(16) ?? "");
  // Only where characters are joined does the set write the selector of emoji, and not always.
  const names = [codes, codes.filter((code) => code !== "fe0f")].map((parts) => `${parts.join("-")}.svg`);
  const name = names.find((each) => drawings.has(each));
  if (!name) return null;
  const [, inside = ""] = /^<svg[^>]*>(.*)<\/svg>\s*$/s.exec(readFileSync(join(folder, name), "utf8")) ?? [];
  return inside;
}

/** Shown as an emoji, not as a sign of a text such as © or ♥, unless its writer asked for one. */
export const looksLikeEmoji = (character: string) => /\p{Emoji_Presentation}|\u{fe0f}|\u{20e3}/u.test(character);
export const isEmoji = (character: string) =>
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u{20e3}/u.test(character);
