import { ApiError, type FieldError } from "#contract/errors";
import type { Caller } from "../client-identity/service.ts";
import type { RateLimits } from "../rate-limits/service.ts";
import { containsOffensiveWords } from "./word-filter.ts";

export type TextModeration = ReturnType<typeof textModeration>;

/**
 * Refuses texts with offensive words. The error names the field, never the word; clients that keep trying must wait.
 */
export function textModeration(limits: RateLimits) {
  return {
    async refuse(fieldErrors: FieldError[], caller: Caller): Promise<never> {
      const keys = caller.countedAs;
      if (await limits.useUp({ policy: "rejectionsPerAddress", keys })) {
        await limits.useUp({ policy: "coolDownPerAddress", keys });
      }
      throw new ApiError("content_rejected", fieldErrors);
    },
  };
}

/** Returns an error for each field whose text contains offensive words. */
export function offences(texts: Record<string, string | undefined>): FieldError[] {
  return Object.entries(texts)
    .filter(([, text]) => text !== undefined && containsOffensiveWords(text))
    .map(([field]) => ({ field, reason: "offensive_words" }));
}
