import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { GIFT_IDS } from "#contract/gifts";
import { REPORT_REASONS } from "#contract/reports";
import { en } from "../../languages/en/mails.ts";
import { es } from "../../languages/es/mails.ts";
import { ja } from "../../languages/ja/mails.ts";
import { ko } from "../../languages/ko/mails.ts";
import { guideFiles } from "../guides/guide-files.ts";
import { LANGUAGES, type Language } from "./languages.ts";
import { literalSentences } from "./literal-sentences.test-utils.ts";
import { stringsIn } from "./strings.ts";

const SITE = join(import.meta.dir, "..");

/** Folders with user-visible text; the others address programs and operators. */
const SEEN = /^(client|forms|trees|pages|components|layouts)\//;
const sources = readdirSync(SITE, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(astro|ts|mdx)$/.test(name) && !name.includes(".test.") && !/^i18n\/(?!format)/.test(name))
  .map((name) => ({ name, text: readFileSync(join(SITE, name), "utf8") }));

/** The path of every sentence: `home.title`, `problems.fields.required`. */
function paths(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([key, inner]) => paths(inner, path ? `${path}.${key}` : key));
}

/** Whether a source uses the path, or a whole group that contains it: `strings.treeTypes[type]`. */
function isUsed(path: string): boolean {
  const parts = path.split(".");
  return parts.some((_, index) => {
    const group = parts.slice(0, parts.length - index).join("\\.");
    const isWhole = index === 0;
    const named = parts.length - index === 1 ? `strings\\??\\.${group}` : `\\b${group}`;
    return sources.some(({ text }) =>
      new RegExp(isWhole ? `${named}\\b` : `${named}(\\[|\\b(?!\\.|\\s*=|:))`).test(text),
    );
  });
}

test.each([...LANGUAGES])("in %s a right-to-left name is isolated from the punctuation next to it", (language) => {
  const { keepsake, opening, owner, share } = stringsIn[language];
  for (const sentence of [keepsake.title, opening.from, owner, share.text]) {
    const [plain, apart] = [sentence("Ada (2)"), sentence("עדה (2)")];
    expect(plain).not.toMatch(/[\u2066-\u2069]/);
    expect(apart).toBe(plain.replace("Ada (2)", "\u2068עדה (2)\u2069"));
  }
});

test.each([...LANGUAGES])("%s has no missing or extra sentences", (language) => {
  expect(paths(stringsIn[language]).sort()).toEqual(paths(stringsIn.en).sort());
});

/** Words that the glossary (README.md) has better ones for. */
const FORBIDDEN: Record<Language, RegExp> = {
  en: /\b(somebody|everybody|anew|mend(ed)?|tick|for ever|mails?|e-mails?|plant(ed)?|present password|at the moment)\b|\bfold(s|ed|ing)? (it|them|a gift)?\s*away|\b(un)?folded\b|\bany more\b|\b[Ww]hom to\b|\binternet address|\b[Tt]he opening day\b/i,
  es: /\b(usted(es)?|vosotros|vuestr[oa]s?|ordenador|móvil|e-?mail|denunci\w*|borra(r|do|mos)?|plant(a|ar|ado)|contacte|haga|clic|passkeys?|fecha de apertura|código de árbol)\b/i,
  ja: /あなた|公開日|共有|植え|吊る|贈り物|電子メール|Eメール|訪問者|お客様|いたします|折りたた|シェアコード|ツリーのコード|フォルダー|ブラウザー/,
  ko: /나누|나눠|여는 날|낱말|그루|안내서|심(었|어|을|기|는)|걸(어|었|린|려|기)|누군가|쓰신|접어 두|접어 둔|접혀|펼치|욕이 든|운영하는 쪽|신고 담당 운영자|공유 코드|이용 약관|이름을 보이(기|겠)|이름을? 비?공개|보이고 싶어|잊으셨|생각하시면/,
};

test.each([...LANGUAGES])("%s uses the words of the glossary, in mails too", (language) => {
  for (const file of ["strings.ts", "mails.ts"]) {
    const source = readFileSync(join(SITE, "../languages", language, file), "utf8");
    // Not the keys, the comments, or the imports.
    for (const [sentence] of source.matchAll(/(?<!import.*)"(?:[^"\\\n]|\\.)*"|`[^`]*`/g))
      expect(sentence).not.toMatch(FORBIDDEN[language]);
  }
});

test("guides use the words of the glossary", () => {
  // Names of things, and "takes time": not the words that the glossary replaces.
  const fine = /mail server|시간이 걸려|걸린 시간|한도\]\([^)]*\)에 걸려/gi;
  for (const { path, language, source } of guideFiles()) {
    const said = source.replace(fine, "").replace(/`[^`\n]*`|\]\([^)]*\)/g, "");
    expect([path, said.match(FORBIDDEN[language])?.[0]]).toEqual([path, undefined]);
  }
});

test.each([...LANGUAGES])("no sentence in %s is empty, whatever its arguments", (language) => {
  for (const path of paths(stringsIn[language])) {
    const sentence = path
      .split(".")
      .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], stringsIn[language]);
    const said = typeof sentence === "function" ? sentence("3", "7") : sentence;
    // A list shows names as they are.
    if (path !== "gap") expect(JSON.stringify(said), path).toMatch(/\p{L}|3/u);
    expect(JSON.stringify(said), path).not.toMatch(/undefined|NaN|\[object/);
  }
});

test.each([...LANGUAGES])("in %s a mail gives a reason in the words of the page, but for a general one", (language) => {
  const page = stringsIn[language].report.reasons;
  for (const [reason, words] of Object.entries({ en, es, ja, ko }[language].reasons))
    if (reason !== "other") expect(words).toBe(page[reason]?.toLowerCase() ?? "");
});

test.each([...LANGUAGES])(
  "in %s the form of a tree, kept without its owner, reads as if written with it",
  (language) => {
    const { giftForm, owner } = stringsIn[language];
    for (const hint of [giftForm.messageHint, giftForm.senderNameHint, giftForm.namesNeedApproval])
      expect(hint("{owner}").replace("{owner}", owner())).toBe(hint(owner()));
  },
);

/** What only a text of the opening day says. */
const TODAY: Record<Language, RegExp> = {
  en: /today|the day\b/i,
  es: /\bhoy\b|por fin|llegó (el día|el momento)/i,
  ja: /今日|いよいよ|日が来ました/,
  ko: /오늘|드디어/,
};

test.each([...LANGUAGES])(
  "in %s no text of the unwrapping says that it is the day: it is shown for a year",
  (language) => {
    const { opening, myTrees, desk } = stringsIn[language];
    const said = [
      opening.welcome(3),
      opening.tap,
      opening.doneTitle,
      myTrees.open,
      myTrees.openEmpty,
      desk.openNothing,
    ];
    for (const words of said) expect(words).not.toMatch(TODAY[language]);
  },
);

test("every gift and every report reason has a name in every language", () => {
  for (const language of LANGUAGES) {
    expect(Object.keys(stringsIn[language].gifts).sort()).toEqual([...GIFT_IDS].sort());
    expect(Object.keys(stringsIn[language].report.reasons).sort()).toEqual([...REPORT_REASONS].sort());
  }
});

test.each(LANGUAGES.slice(1))("%s differs from English, except for the name and units", (language) => {
  const alike = paths(stringsIn.en).filter((path) => {
    const read = (each: Language) =>
      path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], stringsIn[each]);
    const english = read("en");
    const hasWords = typeof english === "string" && /\p{L}/u.test(english.replace(/\{\w+\}/g, ""));
    return hasWords && english === read(language);
  });
  expect(alike.filter((path) => !["site.name", "statusPage.parts.api"].includes(path))).toEqual([]);
});

test("every sentence is used", () => {
  expect(paths(stringsIn.en).filter((path) => !isUsed(path))).toEqual([]);
  expect(sources.length).toBeGreaterThan(60);
});

test("what stands between a sentence and what follows it comes from the language, and so do commas", () => {
  const apart = /\{[\w.[\]]+(?:\([^<>{}]*\))?\}(?: |\{" "\})<(?:a|strong|bdi|LocalMoment)\b|join\(", "\)|\}, \{/g;
  // Names of parameters; a number beside a name.
  const fine = new Set(["guides/AgentTools.astro", "components/moderation/Counts.astro"]);
  const markup = sources.filter(({ name }) => name.endsWith(".astro") && !fine.has(name));
  expect(markup.flatMap(({ name, text }) => (text.match(apart) ?? []).map((found) => [name, found]))).toEqual([]);
});

test("components, pages and client scripts contain no literal sentences", () => {
  const seen = sources.filter(({ name }) => SEEN.test(name));
  const found = seen.flatMap(({ name, text }) =>
    literalSentences(name, text).map((sentence) => `${name}: ${sentence}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ["page.astro", "---\nconst a = 1;\n---\n<p>Hello there</p>", "Hello there"],
  ["page.astro", '---\n---\n<button aria-label="Close it">{x}</button>', "Close it"],
  ["page.astro", '---\n---\n<p>{isOpen ? "It is open" : ""}</p>', "It is open"],
  ["page.astro", '---\nconst text = "Nothing here yet";\n---\n<p>{text}</p>', "Nothing here yet"],
  ["page.astro", "---\n---\n<p>안녕</p>", "안녕"],
  ["client/form.ts", 'status.textContent = "No connection";', "No connection"],
  ["client/form.ts", `status.textContent = \`Wait \${seconds} seconds\`;`, "Wait … seconds"],
])("finds a literal sentence in %s", (name, text, sentence) => {
  expect(literalSentences(name, text)).toEqual([sentence]);
});

test.each([
  [
    "page.astro",
    '---\nimport X from "./X.astro";\n// A comment says this\n---\n<p class="card stack" style="">{strings.home.title} · {count}</p>',
  ],
  ["page.astro", '---\n---\n<input autocomplete="off" type="hidden" value="yes" aria-describedby="tree hint" />'],
  ["page.astro", "---\n---\n<style>p { color: red; font-family: Georgia, serif }</style>"],
  ["client/form.ts", 'document.querySelector("main #content");'],
])("accepts %s without sentences", (name, text) => {
  expect(literalSentences(name, text)).toEqual([]);
});
