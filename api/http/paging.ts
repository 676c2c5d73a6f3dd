import { z } from "zod";
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from "#contract/limits";
import { type PageRequest, positionIn, TOP } from "../paging.ts";

const WHOLE_NUMBER = /^-?\d{1,9}$/;

/** A whole number in digits: of what `Number` reads besides (`1e2`, `0x10`, ` 1`), the description says nothing. */
const readDigits = (raw: unknown) => (typeof raw === "string" && WHOLE_NUMBER.test(raw) ? Number(raw) : raw);

/** A text that Elysia took apart, because it looks like a list or an object: no cursor of ours does. */
const keepText = (raw: unknown) => (typeof raw === "object" ? "" : raw);

/** What a listing's address may ask for. */
export const pageQuery = z.strictObject({
  limit: z.preprocess(
    readDigits,
    z
      .int()
      .min(1)
      .max(PAGE_LIMIT_MAX)
      .default(PAGE_LIMIT_DEFAULT)
      .meta({ description: "Gifts on one page.", examples: [PAGE_LIMIT_DEFAULT] }),
  ),
  cursor: z.preprocess(
    keepText,
    z
      .string()
      .optional()
      .meta({
        description: "Where to go on: `page.next` of the page before. Opaque.",
        maxLength: 255,
        examples: ["YmVsb3c6Mg"],
      }),
  ),
});

/** What a listing says of the page it gives. */
export const page = z
  .object({
    next: z
      .string()
      .nullable()
      .meta({
        description: "The cursor of the next page, or null on the last.",
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
      .meta({ description: "Gifts on the tree, over all pages.", examples: [12] }),
  })
  .meta({ description: "Where in the listing this page lies." });

/** The stretch that a query asks for; a cursor we never gave is refused. */
export function pageRequest({ limit, cursor }: z.infer<typeof pageQuery>): PageRequest {
  return { limit, below: cursor === undefined ? TOP : positionIn(cursor) };
}
