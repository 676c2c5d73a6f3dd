import type { FieldErrorReason, FieldProblem } from "#contract/errors";

/** The sentence a form shows for each fault, with its position if it has one. Faults that no form can cause have none. */
export type FieldErrorSentences = Partial<Record<FieldErrorReason, string | ((fieldError: FieldProblem) => string)>>;

/** The sentence to show beside a field: its fault's own, or a general one. */
export function describeFieldError(fieldError: FieldProblem, sentences: FieldErrorSentences): string {
  const sentence = sentences[fieldError.reason] ?? sentences.malformed ?? "";
  return typeof sentence === "string" ? sentence : sentence(fieldError);
}
