import type { FieldErrorReason, FieldProblem } from "#contract/errors";

/** The sentence for each field error, with its position if it has one. Errors that no form can cause have none. */
export type FieldErrorSentences = Partial<Record<FieldErrorReason, string | ((fieldError: FieldProblem) => string)>>;

/** Returns the sentence to show at a field: the error's own or a general one. */
export function describeFieldError(fieldError: FieldProblem, sentences: FieldErrorSentences): string {
  const sentence = sentences[fieldError.reason] ?? sentences.malformed ?? "";
  return typeof sentence === "string" ? sentence : sentence(fieldError);
}
