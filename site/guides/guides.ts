import { type CollectionEntry, getCollection } from "astro:content";
import type { MarkdownHeading } from "astro";
import { LANGUAGES, type Language } from "../i18n/languages.ts";
import { type GuideGroup, READING_ORDER } from "./reading-order.ts";

/** A guide in one language. */
export type Guide = {
  name: string;
  language: Language;
  /** Its language if that is not the page's, for the attribute. */
  lang: Language | undefined;
  data: CollectionEntry<"guides">["data"];
};

/** The guides by group, in reading order and in a language; English where one is not translated. */
export async function groupedGuides(language: Language): Promise<{ group: GuideGroup; guides: Guide[] }[]> {
  const entries = await entriesById();
  return (Object.keys(READING_ORDER) as GuideGroup[]).map((group) => ({
    group,
    guides: READING_ORDER[group].map((name) => {
      const own = entries.has(`${language}/${name}`) ? language : LANGUAGES[0];
      const entry = entries.get(`${own}/${name}`);
      if (!entry) throw new Error(`There is no guide "${name}".`);
      return { name, language: own, lang: own === language ? undefined : own, data: entry.data };
    }),
  }));
}

/** Returns a guide with its text, its neighbors and its languages, or null if there is none of that name. */
export async function findGuide(name: string, language: Language) {
  const all = (await groupedGuides(language)).flatMap(({ guides }) => guides);
  const at = all.findIndex((each) => each.name === name);
  const guide = all[at];
  if (!guide) return null;
  const entries = await entriesById();
  const inLanguage = (each: Language) => entries.get(`${each}/${name}`);
  const entry = inLanguage(guide.language);
  const original = inLanguage(LANGUAGES[0]);
  if (!entry || !original) throw new Error(`There is no guide "${name}".`);
  const languages = LANGUAGES.filter((each) => inLanguage(each) !== undefined);
  return { guide, entry, original, languages, previous: all[at - 1], next: all[at + 1] };
}

async function entriesById(): Promise<Map<string, CollectionEntry<"guides">>> {
  return new Map((await getCollection("guides")).map((entry) => [entry.id, entry]));
}

/**
 * The headings of a guide, by the ids that its own words give. They have the ids of the original, in order, so that a link
 * to a section is the same in every language.
 */
export const sharedHeadings = (own: readonly MarkdownHeading[], original: readonly MarkdownHeading[]) =>
  new Map(own.map((each, place) => [each.slug, { ...each, slug: original[place]?.slug ?? each.slug }]));
