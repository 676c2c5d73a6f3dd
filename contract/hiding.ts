import { tidyText } from "./characters.ts";
import { HIDDEN_TEXT_MAX } from "./limits.ts";

/** What an entry of an owner's list hides: gifts whose words contain it, or gifts from senders of that name. */
export const HIDDEN_KINDS = ["words", "sender"] as const;
type HiddenKind = (typeof HIDDEN_KINDS)[number];
/** An entry of an owner's private list of words and senders to hide. */
export type HiddenEntry = { kind: HiddenKind; text: string };

/** Tidies the text of an entry: a single line of 1–40 characters. */
export const tidyHiddenText = (raw: string) => tidyText(raw, { max: HIDDEN_TEXT_MAX, multiline: false });
