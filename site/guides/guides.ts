import { type CollectionEntry, getCollection } from "astro:content";
import { GUIDE_GROUPS } from "../content.config.ts";

export type Guide = CollectionEntry<"guides">;

/** The path of a guide. */
export const guideAddress = ({ id }: Guide) => `/guides/${id}`;

/** All guides, in reading order. */
export async function allGuides(): Promise<Guide[]> {
  const guides: Guide[] = await getCollection("guides");
  const place = ({ data }: Guide) => GUIDE_GROUPS.indexOf(data.group) * 1000 + data.order;
  return guides.toSorted((a, b) => place(a) - place(b));
}

/** The guides by group, in reading order. */
export async function groupedGuides(): Promise<{ group: string; guides: Guide[] }[]> {
  const all = await allGuides();
  return GUIDE_GROUPS.map((group) => ({ group, guides: all.filter(({ data }) => data.group === group) }));
}

/** Returns a guide with the previous and next ones, or null if there is none of that name. */
export async function findGuide(name: string): Promise<{ guide: Guide; previous?: Guide; next?: Guide } | null> {
  const all = await allGuides();
  const at = all.findIndex(({ id }) => id === name);
  const guide = all[at];
  return guide ? { guide, previous: all[at - 1], next: all[at + 1] } : null;
}
