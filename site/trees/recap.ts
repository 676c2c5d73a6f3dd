import type { Day } from "#contract/days";
import type { OwnersGift } from "#contract/messages";

/** What came to a tree; null for what one page of many cannot tell. */
export type Recap = { gifts: number; friends: number | null; languages: number | null; first: Day | null };

/** Scripts, each of which stands for one language at least. Japanese writes with three, Korean at times with two. */
const SCRIPTS = [/\p{sc=Latin}/u, /\p{sc=Hangul}/u, /[\p{sc=Hiragana}\p{sc=Katakana}]/u, /\p{sc=Cyrillic}/u].concat([
  /\p{sc=Arabic}/u,
  /\p{sc=Hebrew}/u,
  /\p{sc=Greek}/u,
  /\p{sc=Thai}/u,
  /\p{sc=Devanagari}/u,
]);
const HAN = /\p{sc=Han}/u;
/** Fewer letters, such as "LOL" in a Korean message, are no language. */
const LETTERS = 4;

/** Counts friends by their names. `isWhole`: whether these are all gifts of the tree. */
export function recapOf(gifts: readonly OwnersGift[], giftCount: number, isWhole: boolean): Recap {
  if (!isWhole) return { gifts: giftCount, friends: null, languages: null, first: null };
  const names = new Set(gifts.map(({ senderName }) => senderName.trim().toLowerCase()));
  return {
    gifts: gifts.length,
    friends: names.size,
    languages: languagesIn(gifts.map(({ message }) => message ?? "")),
    first: gifts.map(({ createdAt }) => createdAt.slice(0, 10)).sort()[0] ?? null,
  };
}

function languagesIn(messages: readonly string[]): number {
  const isWritten = (script: RegExp) =>
    messages.some((message) => [...message].filter((character) => script.test(character)).length >= LETTERS);
  // Chinese: words in Han, and neither Japanese nor Korean beside them.
  const isChinese = messages.some(
    (message) => HAN.test(message) && !/[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(message),
  );
  return SCRIPTS.filter(isWritten).length + Number(isChinese);
}
