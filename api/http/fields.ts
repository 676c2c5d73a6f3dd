import { z } from "zod";
import type { TidyText } from "#contract/characters";
import { isShareCode } from "#contract/codes";
import { Refusal } from "#contract/errors";

/** A text field that is kept as the contract tidies it, or refused with the contract's reason. */
export const textField = (tidy: (raw: string) => TidyText) =>
  z.string().transform((raw, context) => {
    const { text, fault } = tidy(raw);
    if (fault === null) return text;
    context.addIssue({ code: "custom", message: fault });
    return z.NEVER;
  });

/** A field that passes the check, or is refused with that reason. */
export const checkedField = (isRight: (text: string) => boolean, reason: string) =>
  z.string().refine(isRight, { message: reason });

/** A share code in a body. */
export const shareCodeField = checkedField(isShareCode, "invalid_code");

/** The share code in an address, or the refusal that is its own. */
export function shareCodeIn(params: { code: string | null }): string {
  if (params.code === null || !isShareCode(params.code)) throw new Refusal("invalid_code");
  return params.code;
}
