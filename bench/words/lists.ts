import { createHash } from "node:crypto";
import { SEVERITIES, type Severity } from "../../packages/word-filter/term-list.ts";

/** What a list says of a term: a severity, that it is offensive, or that it rarely is. */
type Rating = Severity | "unrated" | "harmless";
type RatedTerms = readonly (readonly [term: string, rating: Rating])[];
/** Lists with the same origin repeat each other, and count as one. */
type Source = { package: string; file?: string; origin?: string; rate: (content: never) => RatedTerms };

/** A term as the lists and the judge rate it together. */
export type ListedTerm = { language: string; term: string; severity: Severity | "listed once"; half: Half };
type Half = "learning" | "held out";

// How surely a word is meant as a profanity, which is not how severe it is.
const cussRatings: Rating[] = ["harmless", "mild", "unrated"];
// Slurs; common profanity; sexual terms; possibly offensive terms.
const censorTiers: Rating[] = ["harmless", "severe", "strong", "strong", "mild"];

const cuss = (file: string): Source => ({
  package: "cuss",
  file,
  rate: ({ cuss }: { cuss: Record<string, number> }) =>
    Object.entries(cuss).map(([term, sureness]) => [term, cussRatings[sureness] ?? "unrated"]),
});
const naughty = (file: string): Source => ({
  package: "naughty-words",
  origin: "LDNOOBW",
  file: `${file}.json`,
  rate: ({ default: terms }: { default: string[] }) => unrated(terms),
});
const glin = (language: string): Source => ({
  package: "glin-profanity",
  origin: "LDNOOBW",
  rate: ({ Filter }: { Filter: new (options: object) => { words: Map<string, unknown> } }) =>
    unrated([...new Filter({ languages: [language] }).words.keys()]),
});
const google = (file: string): Source => ({
  package: "@coffeeandfun/google-profanity-words",
  origin: "badwords",
  file: `data/${file}.txt`,
  rate: ({ default: text }: { default: string }) => unrated(text.split("\n")),
});

const ldnoobw = (file: string, language: string): Source[] => [naughty(file), glin(language)];
/** Takes all texts of a list, however it nests them. */
const every = (content: unknown): string[] =>
  typeof content === "string" ? [content] : Object.values(content as object).flatMap(every);
const json = (name: string, file: string): Source => ({
  package: name,
  file,
  rate: ({ default: content }: { default: unknown }) => unrated(every(content)),
});

/** The lists of each language. Left out are those that were translated by machine, which contain ordinary words. */
export const SOURCES: Record<string, Source[]> = {
  en: [
    cuss("index.js"),
    naughty("en"),
    glin("english"),
    google("en"),
    {
      package: "@2toad/profanity",
      origin: "badwords",
      file: "dist/data/profane-words.js",
      rate: ({ profaneWords }: { profaneWords: Map<string, string[]> }) => unrated(profaneWords.get("en") ?? []),
    },
    {
      package: "profane-words",
      // It is compiled from the others.
      origin: "compiled",
      file: "words.json",
      rate: ({ default: terms }: { default: string[] }) => unrated(terms),
    },
    {
      package: "censor-sensor",
      file: "locales/en.json",
      rate: ({ default: tiers }: { default: Record<string, number> }) =>
        Object.entries(tiers).map(([term, tier]) => [term, censorTiers[tier] ?? "unrated"]),
    },
    {
      package: "swearjar",
      file: "lib/config/en_US.json",
      rate: ({ default: words }: { default: Record<string, string[]> }) =>
        Object.entries(words).map(([term, kinds]) => [term, kinds.includes("discriminatory") ? "severe" : "strong"]),
    },
  ],
  ko: [
    ...ldnoobw("ko", "korean"),
    json("badwords-ko", "src/badwords.ko.config.json"),
    json("cuss-word-filter-ko", "dist/cuss-word-list.json"),
  ],
  es: [...ldnoobw("es", "spanish"), cuss("es.js")],
  de: ldnoobw("de", "german"),
  fr: [...ldnoobw("fr", "french"), cuss("fr.js")],
  pt: [...ldnoobw("pt", "portuguese"), cuss("pt.js"), cuss("pt-pt.js")],
  it: [...ldnoobw("it", "italian"), cuss("it.js")],
  ja: ldnoobw("ja", "japanese"),
  zh: ldnoobw("zh", "chinese"),
  ru: ldnoobw("ru", "russian"),
  pl: ldnoobw("pl", "polish"),
  nl: ldnoobw("nl", "dutch"),
  tr: ldnoobw("tr", "turkish"),
  id: [json("indonesian-badwords", "src/dict.json")],
  vi: [{ package: "@vnphu/vn-badwords", rate: ({ blackList }: { blackList: string[] }) => unrated(blackList) }],
  th: ldnoobw("th", "thai"),
  ar: [...ldnoobw("ar", "arabic"), cuss("ar-latn.js")],
  hi: ldnoobw("hi", "hindi"),
};

/** Returns the terms that the packages list for a language, each once, without the ordinary ones. */
export async function listedTerms(language: string): Promise<ListedTerm[]> {
  const judged = await readJudgments(language);
  const lists = await Promise.all(
    (SOURCES[language] ?? []).map(async (source) => {
      const ratings = new Map(await readList(source));
      return [...ratings].map(([term, rating]) => ({ term, rating, origin: source.origin ?? source.package }));
    }),
  );
  return [...Map.groupBy(lists.flat(), ({ term }) => term)].flatMap(([term, listings]) => {
    const judgment = judged.get(term);
    const severity = judgment === "ordinary" ? null : (judgment ?? agreed(listings));
    return severity ? [{ language, term, severity, half: halfOf(term, language) }] : [];
  });
}

/** Reads what a judge, who knew neither the filter nor its rules, found ordinary or mild, by term. */
async function readJudgments(language: string): Promise<Map<string, "ordinary" | "mild">> {
  const text = await Bun.file(`${import.meta.dir}/judged/${language}.txt`).text();
  let judgment: "ordinary" | "mild" = "ordinary";
  const judged = new Map<string, "ordinary" | "mild">();
  for (const line of text.split("\n")) {
    if (line === "# ordinary" || line === "# mild") judgment = line === "# mild" ? "mild" : "ordinary";
    else if (line) judged.set(line, judgment);
  }
  return judged;
}

async function readList({ package: name, file, rate }: Source): Promise<RatedTerms> {
  const path = file ? `./node_modules/${name}/${file}` : name;
  const content = await import(path, path.endsWith(".txt") ? { with: { type: "text" } } : {});
  return rate(content as never).flatMap(([term, rating]) => {
    const bare = term.normalize("NFC").toLowerCase().trim();
    return bare ? [[bare, rating] as const] : [];
  });
}

/**
 * The gravest severity that a list gives; without one, strong if lists of two origins contain the term; null if it is
 * harmless.
 */
function agreed(listings: readonly { rating: Rating; origin: string }[]): ListedTerm["severity"] | null {
  const has = (wanted: Rating) => listings.some(({ rating }) => rating === wanted);
  const severity = SEVERITIES.find(has);
  if (severity || has("harmless")) return severity ?? null;
  const origins = new Set(listings.map(({ origin }) => origin).filter((origin) => origin !== "compiled"));
  return origins.size > 1 ? "strong" : "listed once";
}

/**
 * English rules were written from the words with an even hash, those of other languages from the odd ones. Inflections
 * of an English word stay in one half, so that none is learned from its plural.
 */
function halfOf(term: string, language: string): Half {
  const isEnglish = language === "en";
  const isEven = firstByte(isEnglish ? stemOf(term) : bare(term)) % 2 === 0;
  return isEven === isEnglish ? "learning" : "held out";
}

function stemOf(term: string): string {
  return term.replace(/[^\p{L}\p{N}\p{M}]/gu, "").replace(/(?:e?[sd]|er?s?|in[g']?)$/, "");
}

function bare(term: string): string {
  return term
    .normalize("NFD")
    .replace(/[\u0300-\u036F\s\-_.]/g, "")
    .replaceAll("ı", "i");
}

function firstByte(text: string): number {
  return createHash("sha256").update(text).digest()[0] ?? 0;
}

function unrated(terms: readonly string[]): RatedTerms {
  return terms.map((term) => [term, "unrated"]);
}
