import { defineCollection } from "astro:content";
import { glob } from "astro/loaders";
import { z } from "astro/zod";

const guides = defineCollection({
  // `ko/privacy` for languages/ko/guides/privacy.mdx.
  loader: glob({
    pattern: "*/guides/*.mdx",
    base: "./languages",
    generateId: ({ entry }) => entry.replace("/guides/", "/").replace(/\.mdx$/, ""),
  }),
  schema: z.object({
    title: z.string().min(2).max(60),
    /** Shown below the title, on the index, and in search results. */
    description: z.string().min(30).max(160),
    updated: z.date(),
    /** Of a translation: the digest of both texts when they were last compared (`npm run guides:compared`). */
    compared: z.string().optional(),
  }),
});

export const collections = { guides };
