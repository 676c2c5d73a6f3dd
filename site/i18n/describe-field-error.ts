import type { FieldProblem } from "#contract/errors";
import type { FieldErrorSentences } from "../../languages/field-errors.ts";

/** Returns the sentence to show at a field: the error's own or a general one. */
export function describeFieldError(fieldError: FieldProblem, sentences: FieldErrorSentences): string {
  const sentence = sentences[fieldError.reason] ?? sentences.malformed ?? "";
  return typeof sentence === "string" ? sentence : sentence(fieldError);
}
