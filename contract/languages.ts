/** The languages that pages and mails speak; the first is spoken where none of a visitor's own is known. */
export const LANGUAGES = ["en", "ko"] as const;
export type Language = (typeof LANGUAGES)[number];
