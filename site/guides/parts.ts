import { guideParts as en, type GuideParts } from "../../languages/en/guide-parts.ts";
import { guideParts as ja } from "../../languages/ja/guide-parts.ts";
import { guideParts as ko } from "../../languages/ko/guide-parts.ts";
import type { Language } from "../i18n/languages.ts";

/** The words of lists and tables in the guides, by language. */
export const partsIn: Record<Language, GuideParts> = { en, ko, ja };
