import { z } from "zod";
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from "#contract/limits";
import { type PageRequest, positionIn, TOP } from "../platform/paging.ts";

const WHOLE_NUMBER = /^-?\d{1,9}$/;

/** Parses a decimal integer. `Number` would also accept `1e2`, `0x10` and ` 1`, which the API description excludes. */
const readDigits = (raw: unknown) => (typeof raw === "string" && WHOLE_NUMBER.test(raw) ? Number(raw) : raw);

/** Replaces a value that Elysia parsed as a list or object: no valid cursor looks like one. */
const keepText = (raw: unknown) => (typeof raw === "object" ? "" : raw);

export const pageQuery = z.strictObject({
  limit: z.preprocess(
    readDigits,
    z
      .int()
      .min(1)
      .max(PAGE_LIMIT_MAX)
      .default(PAGE_LIMIT_DEFAULT)
      .meta({ description: "Maximum number of gifts on the page.", examples: [PAGE_LIMIT_DEFAULT] }),
  ),
  cursor: z.preprocess(
    keepText,
    z
      .string()
      .optional()
      .meta({
        description: "Where the page starts: the `page.next` of the previous page. Opaque.",
        maxLength: 255,
        examples: ["YmVsb3c6Mg"],
      }),
  ),
});

export const page = z
  .object({
    next: z
      .string()
      .nullable()
      .meta({
        description: "The cursor of the next page, or null on the last page.",
        maxLength: 255,
        examples: ["YmVsb3c6Mg"],
      }),
    limit: z
      .int()
      .min(1)
      .max(PAGE_LIMIT_MAX)
      .meta({ description: "The limit that was applied.", examples: [PAGE_LIMIT_DEFAULT] }),
    giftCount: z
      .int()
      .min(0)
      .meta({ description: "Number of gifts on the tree, across all pages.", examples: [12] }),
  })
  .meta({ description: "This page of the listing." });

/** Converts a query to a page request. Throws `invalid_cursor` for a cursor that we did not issue. */
export function pageRequest({ limit, cursor }: z.infer<typeof pageQuery>): PageRequest {
  return { limit, below: cursor === undefined ? TOP : positionIn(cursor) };
}
