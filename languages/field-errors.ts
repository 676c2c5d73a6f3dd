import type { FieldErrorReason, FieldProblem } from "#contract/errors";

/** The sentence for each field error, with its position if it has one. Errors that no form can cause have none. */
export type FieldErrorSentences = Partial<Record<FieldErrorReason, string | ((fieldError: FieldProblem) => string)>>;
