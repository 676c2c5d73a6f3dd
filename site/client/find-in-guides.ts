import MiniSearch from "minisearch";
import type { SearchPart } from "../machine-readable/search-index.ts";

/** Finds the parts of guides that match what someone typed, best first. */
export type Search = (words: string) => SearchPart[];

const KANA_OR_HANGUL = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const KOREAN_ENDING =
  /(?<=..)(?:에서|에게|으로|까지|부터|하려면|하고|하기|하는|해요|할|은|는|이|가|을|를|의|에|로|와|과|도|만)$/;

export function searchIn(parts: readonly SearchPart[], language: string): Search {
  const tokenize = wordsIn(language);
  const index = new MiniSearch<SearchPart>({
    fields: ["heading", "guide", "text"],
    tokenize,
    searchOptions: { boost: { heading: 3, guide: 2 }, prefix: true, fuzzy: 0.2 },
  });
  index.addAll(parts);
  const byId = new Map(parts.map((part) => [part.id, part]));
  const found = (words: string, combineWith: "AND" | "OR") =>
    index.search(words, { combineWith }).flatMap(({ id }) => byId.get(id) ?? []);
  const texts = parts.map((part) => {
    const text = `${part.guide} ${part.heading} ${part.text}`;
    return { part, heading: spelled(part.heading), written: spelled(text), stems: stemOf(text) };
  });
  const partsWhere = (isMatch: (text: (typeof texts)[number]) => boolean) =>
    texts.filter(isMatch).map(({ part }) => part);
  return (words) => {
    // Within words too: Korean and Japanese are written with or without a space.
    const typed = spelled(words);
    const written = typed
      ? [...partsWhere(({ heading }) => heading.includes(typed)), ...partsWhere((text) => text.written.includes(typed))]
      : [];
    const inWords = found(words, "AND");
    const stems = tokenize(words).map(stemOf).filter(Boolean);
    const byStem = stems.length > 0 ? partsWhere((text) => stems.every((stem) => text.stems.includes(stem))) : [];
    // A question has words that its answer does not have: "delete my account".
    const isKnown = tokenize(words).every((word) => found(word, "AND").length > 0);
    const inOrder = KANA_OR_HANGUL.test(words) ? [written, byStem, inWords] : [inWords, written];
    return [...new Set([...inOrder.flat(), ...(isKnown ? found(words, "OR") : [])])];
  };
}

/** Full-width letters, half-width katakana and decomposed Hangul, as some keyboards type them, count as the usual ones. */
const usual = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    // Also written with hiragana.
    .replace(/(?<=友)達|(?<=子)供/g, "");

/** A text as all its spellings are compared: without spaces, with katakana for hiragana, without ー (サーバ, サーバー). */
const spelled = (text: string) =>
  usual(text)
    .replace(/[\sー]+/g, "")
    .replace(/[ぁ-ゖ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));

/** A Japanese text without hiragana, so that 取り消す, 取消 and 取り消し are one; a Korean word without its ending. */
const stemOf = (text: string) =>
  usual(text)
    .replace(/[\sーぁ-ゖ]+/g, "")
    .replace(KOREAN_ENDING, "");

/** Returns a function that also splits texts without spaces between words, such as Japanese ones. */
function wordsIn(language: string) {
  const segmenter = new Intl.Segmenter(language, { granularity: "word" });
  return (text: string): string[] =>
    [...segmenter.segment(usual(text))].flatMap(({ segment, isWordLike }) =>
      // A single hiragana is a particle, or part of an ending.
      isWordLike && !/^[ぁ-ゖ]$/.test(segment) ? [segment] : [],
    );
}
