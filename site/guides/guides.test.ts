import { describe, expect, test } from "bun:test";
import { YAML } from "bun";
import { LANGUAGES } from "../i18n/languages.ts";
import { stringsIn } from "../i18n/strings.ts";
import { LISTED_TOOLS } from "../webmcp/catalogue.ts";
import { digestOf, guideFiles, markedCompared, translations } from "./guide-files.ts";
import { partsIn, wordsAt } from "./parts.ts";
import { READING_ORDER } from "./reading-order.ts";
import { PUBLIC_ERRORS } from "./tables.ts";

type Frontmatter = { title: string; description: string; updated: string; compared?: string };
/** The parts of a guide's source. */
function partsOf(source: string) {
  const [, front = "", text = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(source) ?? [];
  const code = text.match(/^```.*?^```$/gms) ?? [];
  return { data: YAML.parse(front) as Frontmatter, text, code, prose: text.replace(/^```.*?^```$/gms, "") };
}

const guides = guideFiles().map((file) => ({ ...file, ...partsOf(file.source) }));

test.each(guides)("$language/$name has complete frontmatter", ({ language, data }) => {
  const isOriginal = language === LANGUAGES[0];
  expect(Object.keys(data)).toEqual(["title", "description", "updated", ...(isOriginal ? [] : ["compared"])]);
  expect(data.title.length).toBeWithin(2, 61);
  // A line of Korean or Japanese says as much in half the characters.
  expect(data.description.length).toBeWithin(isOriginal ? 70 : 30, 161);
  expect(new Date(data.updated).getTime()).toBeLessThanOrEqual(Date.now());
});

test("the reading order has every guide once", () => {
  const originals = guides.filter(({ language }) => language === LANGUAGES[0]).map(({ name }) => name);
  expect(Object.values(READING_ORDER).flat().toSorted()).toEqual(originals.toSorted() as never[]);
});

test.each([...LANGUAGES])(
  "%s has every guide with the words of lists and tables in parts.ts, or none yet",
  (language) => {
    const own = guides.filter((each) => each.language === language).map(({ name }) => name);
    const all = language in partsIn ? Object.values(READING_ORDER).flat() : [];
    expect(own.toSorted()).toEqual(all.toSorted());
  },
);

describe("the words of buttons and messages in a guide", () => {
  test.each(guides)("are those of the pages: $language/$name", ({ language, prose }) => {
    for (const [, path = ""] of prose.matchAll(/<UiText of="([^"]+)" \/>/g))
      expect(wordsAt(stringsIn[language], path)).not.toBeEmpty();
  });

  test.each(guides)("are never written out, since pages may change theirs: $language/$name", ({ language, prose }) => {
    const said = new Set(sentencesIn(stringsIn[language]));
    const quoted = [...prose.matchAll(/(?<![*\w])\*([^*\n]+)\*(?!\*)|“([^”\n]+)”|‘([^’\n]+)’|「([^」\n]+)」/g)];
    const advice = 'Write <UiText of="…" /> with the path of these words in strings.ts.';
    expect(
      quoted.map((groups) => groups.slice(1).join("")).filter((words) => said.has(words)),
      advice,
    ).toEqual([]);
  });

  test("are quoted without a period at the end, and have to exist", () => {
    expect(wordsAt(stringsIn.ja, "problems.fields.offensive_words")).not.toEndWith("。");
    for (const path of ["desk", "desk.nothing", "nothing.at.all", "giftCount"])
      expect(() => wordsAt(stringsIn.en, path)).toThrow(path);
  });
});

/** Every sentence of the pages that takes no names or numbers. */
function sentencesIn(strings: unknown): string[] {
  if (typeof strings === "string") return [strings];
  return typeof strings === "object" && strings !== null ? Object.values(strings).flatMap(sentencesIn) : [];
}

test.each(guides.filter(({ language }) => language === "ja"))(
  "$language/$name has no space of half a letter's width after Japanese punctuation",
  ({ prose }) => expect(prose.match(/.*[。、：！？」）] (?!\|).*/g)).toBeNull(),
);

test("dates in English guides are American", () => {
  const months = Array.from({ length: 12 }, (_, month) =>
    new Date(2026, month).toLocaleDateString("en", { month: "long" }),
  );
  const british = new RegExp(String.raw`\d(?:st|nd|rd|th)? (?:of )?(?:${months.join("|")})\b`);
  const english = [...guides.filter(({ language }) => language === "en").map(({ source }) => source)];
  for (const text of [...english, JSON.stringify(partsIn.en), JSON.stringify(LISTED_TOOLS)])
    expect(british.exec(text)?.[0]).toBeUndefined();
});

test.each([...LANGUAGES])("no two guides in %s share a title or a description", (language) => {
  const own = guides.filter((each) => each.language === language);
  for (const key of ["title", "description"] as const)
    expect(new Set(own.map(({ data }) => data[key])).size).toBe(own.length);
});

test.each(guides)("$language/$name has sections below its title and imports only from the contract", ({ prose }) => {
  expect(prose).toMatch(/^## /m);
  expect(prose).not.toMatch(/^# /m);
  for (const [, from] of prose.matchAll(/^import .* from "(.*)";$/gm)) expect(from).toStartWith("#contract/");
});

test.each(guides)("$language/$name labels every table", ({ text }) => {
  const tables = text.match(/^\| ---/gm) ?? [];
  expect(text.match(/^<Table label="[^"]+">\n\n\|/gm) ?? []).toHaveLength(tables.length);
});

test.each(guides.filter(({ name }) => name === "webmcp"))(
  "the WebMCP guide in $language has a section for each tool and no other",
  ({ text }) => {
    const names = LISTED_TOOLS.map(({ name }) => name).toSorted();
    expect([...text.matchAll(/^### (\w+)$/gm)].map(([, name]) => name).toSorted()).toEqual(names);
    expect([...text.matchAll(/^<AgentTool name="(\w+)" \/>$/gm)].map(([, name]) => name).toSorted()).toEqual(names);
  },
);

test.each(guides)(
  "$language/$name links to no page that requires signing in, since programs follow its links",
  ({ text }) => {
    for (const [, path = ""] of text.matchAll(/\]\((\/[^)#]*)/g)) {
      expect(path).toMatch(/^\/($|create$|openapi\.json$|guides\/[a-z-]+$)/);
    }
  },
);

describe("a translation", () => {
  const pairs = translations().map(({ own, original }) => ({
    name: `${own.language}/${own.name}`,
    ...{ file: own, originalFile: original },
    ...{ own: partsOf(own.source), original: partsOf(original.source) },
  }));

  test.each(pairs)("$name was compared with its original since either changed", ({ file, originalFile, own }) => {
    const advice = "Bring both to say the same, then run `npm run guides:compared`.";
    expect(own.data.compared, advice).toBe(digestOf(file, originalFile));
  });

  test.each(pairs)("$name has the date, sections, tables, examples and links of its original", ({ own, original }) => {
    const shapeOf = ({ data, prose, code, text }: typeof own) => ({
      updated: data.updated,
      headings: prose.match(/^#{2,4}(?= )/gm),
      imports: prose.match(/^import .*/gm),
      code,
      columns: prose.match(/^\|( --- \|)+$/gm),
      rows: prose.match(/^\| /gm)?.length,
      items: prose.match(/^ *(-|\d\.) /gm)?.length,
      parts: prose.match(/<[A-Z]\w*(?: (?!label)\w+(?:="[^"]*")?)*/g)?.toSorted(),
      inlineCode: prose.match(/`[^`\n]+`/g)?.toSorted(),
      // Formats of numbers depend on the language.
      numbers: prose
        .match(/\{[A-Z][\w.]+[^}]*\}/g)
        ?.map((each) => each.replace(/"\w\w"/, ""))
        .toSorted(),
      links: [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => to).toSorted(),
    });
    expect(shapeOf(own)).toEqual(shapeOf(original));
  });

  test("is noted as not compared as soon as either text is edited", () => {
    const [pair] = translations();
    if (!pair) throw new Error("There is no translation.");
    const { own, original } = pair;
    const edited = (file: typeof own) => ({ ...file, source: `${file.source}\nOne more sentence.\n` });
    const digest = digestOf(own, original);
    expect(digestOf(edited(own), original)).not.toBe(digest);
    expect(digestOf(own, edited(original))).not.toBe(digest);
    expect(digestOf({ ...own, source: markedCompared(own, original) }, original)).toBe(digest);
  });
});

test.each(Object.entries(partsIn).filter(([language]) => language !== LANGUAGES[0]))(
  "%s has words of its own for every error, tool and variable",
  (_, own) => {
    const english = partsIn[LANGUAGES[0]];
    expect(Object.keys(own.errors.meanings ?? {}).toSorted()).toEqual(PUBLIC_ERRORS.map(({ code }) => code).toSorted());
    expect(own.limits.rows).toHaveLength(english.limits.rows.length);
    for (const { name, inputSchema } of LISTED_TOOLS) {
      const words = own.tools.inOwnWords?.[name];
      expect(Object.keys(words?.parameters ?? {}).toSorted()).toEqual(Object.keys(inputSchema.properties).toSorted());
    }
    for (const group of ["variables", "quotas"] as const)
      expect(Object.keys(own.configuration[group])).toEqual(Object.keys(english.configuration[group]));
  },
);
