import { z } from "zod";
import type { TidyText } from "#contract/characters";
import { isShareCode, SHARE_CODE_PATTERN } from "#contract/codes";
import { ApiError, type FieldErrorReason, type FieldProblem } from "#contract/errors";
import { SHARE_CODE_LENGTH } from "#contract/limits";

/** What the API description says about a field. Documentation only; the check enforces the rules. */
export type About = {
  description: string;
  examples: string[];
  minLength?: number;
  maxLength?: number;
  pattern?: string;
};

/** Returns a text field that stores the tidied text, or is refused with the contract's reason. */
export const textField = (tidy: (raw: string) => TidyText, about: About) =>
  z
    .string()
    .meta({ ...about })
    .transform((raw, context) => {
      const { text, fieldError, ...place } = tidy(raw);
      if (fieldError === null) return text;
      addFieldError(context, fieldError, place);
      return z.NEVER;
    });

/** Reports a field error, with the position or the limit if there is one. */
export function addFieldError(
  context: z.core.$RefinementCtx,
  reason: FieldErrorReason,
  place: Omit<FieldProblem, "reason"> = {},
): void {
  context.addIssue({ code: "custom", message: reason, params: place });
}

/** Returns a field that must pass the check, or is refused with that reason. */
export const checkedField = (isRight: (text: string) => boolean, reason: FieldErrorReason, about: z.GlobalMeta) =>
  z.string().refine(isRight, { message: reason }).meta(about);

export const shareCodeField = checkedField(isShareCode, "invalid_code", {
  description: "The tree's share code: 8 letters and digits, case-sensitive.",
  minLength: SHARE_CODE_LENGTH,
  maxLength: SHARE_CODE_LENGTH,
  pattern: SHARE_CODE_PATTERN.source,
  examples: ["snWHu9aZ"],
});

/** Returns the share code in a path. Throws `invalid_code` if it is malformed. */
export function shareCodeIn(params: { code: string | null }): string {
  if (params.code === null || !isShareCode(params.code)) throw new ApiError("invalid_code");
  return params.code;
}
