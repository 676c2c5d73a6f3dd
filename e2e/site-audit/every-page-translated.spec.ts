import { LANGUAGES } from "#contract/languages";
import { testEveryPage } from "./every-page.ts";

for (const language of LANGUAGES.slice(1)) testEveryPage(language);
