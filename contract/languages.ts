/**
 * Languages of pages and mails, by the two letters that begin their addresses. The first is the fallback if no supported
 * language is known for a visitor.
 */
export const LANGUAGES = ["en", "ko", "ja", "es"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Returns the language of a BCP 47 tag such as `ko-KR`; the first one if it is not among ours. */
export const languageOf = (locale: string): Language =>
  LANGUAGES.find((each) => locale.startsWith(each)) ?? LANGUAGES[0];
