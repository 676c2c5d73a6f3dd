import { en, type Strings } from "../../languages/en/strings.ts";
import { es } from "../../languages/es/strings.ts";
import { ja } from "../../languages/ja/strings.ts";
import { ko } from "../../languages/ko/strings.ts";
import type { Language } from "./languages.ts";
import { withLanguage } from "./prefix.ts";

export type { Strings };

/** All UI strings, by language. */
export const stringsIn: Record<Language, Strings> = { en, ko, ja, es };

/** Sets a page's language, and the prefix of its links. */
export function speak(locals: App.Locals, language: Language, prefix: Language | null) {
  locals.language = language;
  locals.strings = stringsIn[language];
  locals.prefix = prefix;
  locals.at = (address) => withLanguage(prefix, address);
}
