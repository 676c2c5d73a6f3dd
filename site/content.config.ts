import { defineCollection } from "astro:content";
import { glob } from "astro/loaders";
import { z } from "astro/zod";

/** The audience of a guide; the index shows the groups in this order. */
export const GUIDE_GROUPS = ["For people", "Safety", "For programs", "For operators"] as const;

const guides = defineCollection({
  loader: glob({ pattern: "*.mdx", base: "./site/content/guides" }),
  schema: z.object({
    title: z.string().min(3).max(60),
    /** Shown below the title, on the index, and in search results. */
    description: z.string().min(70).max(160),
    group: z.enum(GUIDE_GROUPS),
    /** The guide's position in its group. */
    order: z.number().int().positive(),
    updated: z.date(),
  }),
});

export const collections = { guides };
