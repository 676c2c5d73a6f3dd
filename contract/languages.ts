/** Languages of pages and mails. The first is the fallback if no supported language is known for a visitor. */
export const LANGUAGES = ["en", "ko", "ja"] as const;
export type Language = (typeof LANGUAGES)[number];
