import { ApiError, type FieldError } from "#contract/errors";
import type { Offence } from "../../packages/word-filter/offence.ts";
import { offenceIn } from "../../packages/word-filter/word-filter.ts";
import type { Measures } from "./observability/measures.ts";
import type { RateLimits } from "./rate-limits/rate-limits.ts";

export type TextModeration = ReturnType<typeof textModeration>;
/** A field with offensive words, and the gravest offense in it. */
export type OffensiveField = { field: string; offence: Offence };

type Dependencies = {
  limits: RateLimits;
  measures: Measures | undefined;
  /** Returns a hash that only this service can compute: a refused text must not be guessed from its counter. */
  hashOf: (key: string, body: string) => string;
};

/** Refuses texts with offensive words. The error names the field, never the word or how severe it is. */
export function textModeration({ limits, measures, hashOf }: Dependencies) {
  function refusalOf(fields: readonly OffensiveField[]): ApiError {
    for (const { offence } of fields) measures?.wordsRefused(offence);
    return new ApiError("content_rejected", fieldErrorsOf(fields));
  }

  return {
    /** Refuses the texts of an owner if any of them is offensive. */
    check(texts: Record<string, string | undefined>): void {
      const fields = offencesIn(texts);
      if (fields.length > 0) throw refusalOf(fields);
    },

    /**
     * Refuses the texts of a client, who must wait if they keep trying: until `policy` is used up under one of the keys that
     * they count as. A program that repeats the same body is not trying: one refusal a minute counts. `whenCounted` is told
     * whether the wait begins.
     */
    async refuse(
      fields: readonly OffensiveField[],
      keys: readonly string[],
      body: object,
      policy: "rejectionsPerAddress" | "rejectionsPerGathering" = "rejectionsPerAddress",
      whenCounted: (pauses: boolean) => void = () => {},
    ): Promise<never> {
      const sent = JSON.stringify(body);
      const ofBody = keys.map((key) => hashOf(key, sent));
      const isNew = await limits.takeIfFree([{ policy: "rejectionsPerBody", keys: ofBody }]);
      const left = isNew && (await limits.takeIfFree([{ policy, keys }]));
      const pauses = !left?.some(({ remaining }) => remaining > 0);
      if (isNew && pauses) await limits.takeIfFree([{ policy: "coolDownPerAddress", keys }]);
      if (isNew && left) whenCounted(pauses);
      throw refusalOf(fields);
    },
  };
}

export function offencesIn(texts: Record<string, string | undefined>): OffensiveField[] {
  return Object.entries(texts).flatMap(([field, text]) => {
    const offence = text === undefined ? null : offenceIn(text);
    return offence ? [{ field, offence }] : [];
  });
}

const fieldErrorsOf = (fields: readonly OffensiveField[]): FieldError[] =>
  fields.map(({ field }) => ({ field, reason: "offensive_words" }));
