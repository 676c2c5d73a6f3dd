import { type CollectionEntry, getCollection } from "astro:content";
import { GUIDE_GROUPS } from "../content.config.ts";

export type Guide = CollectionEntry<"guides">;

/** Where a guide is read. */
export const guideAddress = ({ id }: Guide) => `/guides/${id}`;

/** All guides, in the order of reading. */
export async function allGuides(): Promise<Guide[]> {
  const guides: Guide[] = await getCollection("guides");
  const place = ({ data }: Guide) => GUIDE_GROUPS.indexOf(data.group) * 1000 + data.order;
  return guides.toSorted((a, b) => place(a) - place(b));
}

/** The guides of each group, in the order of reading. */
export async function groupedGuides(): Promise<{ group: string; guides: Guide[] }[]> {
  const all = await allGuides();
  return GUIDE_GROUPS.map((group) => ({ group, guides: all.filter(({ data }) => data.group === group) }));
}

/** A guide with those before and after it, or null where there is none of that name. */
export async function findGuide(name: string): Promise<{ guide: Guide; previous?: Guide; next?: Guide } | null> {
  const all = await allGuides();
  const at = all.findIndex(({ id }) => id === name);
  const guide = all[at];
  return guide ? { guide, previous: all[at - 1], next: all[at + 1] } : null;
}
