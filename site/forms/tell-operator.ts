import type { AppealField } from "#contract/appeals";
import type { ApiClient } from "../api-client.ts";
import { emptyForm, type FormOutcome, formAgain } from "./form.ts";

/** The fields of a form that the word filter reads, each with its name in an appeal. */
export type FilteredFields = Readonly<Record<string, AppealField>>;

/** The button of a refused form that tells the operator instead of sending it. */
export const TELL_OPERATOR = "tellOperator";

/**
 * Tells the operator that the word filter refused a form by mistake, and returns the form as it was typed. Sends the
 * texts of the fields that it marked as refused: the API says which rule refused them, and stores a text only if the
 * person chose to include it.
 */
export async function tellOperator(
  { [TELL_OPERATOR]: pressed = "", ...values }: Record<string, string>,
  api: ApiClient,
  fields: FilteredFields,
): Promise<FormOutcome> {
  const marked = Object.entries(fields).filter(([field]) => pressed.split(" ").includes(field));
  const texts = Object.fromEntries(marked.map(([field, name]) => [name, values[field] ?? ""]));
  const answer = await api.appeal({ ...texts, includesText: values.includesText === "yes" });
  const fieldErrors = Object.fromEntries(marked.map(([field]) => [field, { reason: "offensive_words" as const }]));
  if (answer.ok) return { again: { ...emptyForm(values), fieldErrors, appeal: "sent" } };
  const fieldNamed = (name: string) => marked.find(([, each]) => each === name)?.[0] ?? name;
  const details = answer.error.details?.map((each) => ({ ...each, field: fieldNamed(each.field) }));
  const refused = formAgain(values, { ...answer, error: { ...answer.error, details } });
  // Rephrased meanwhile: there is nothing to tell.
  if (answer.error.code === "not_refused" || answer.error.code === "validation_failed") return refused;
  return { again: { ...refused.again, fieldErrors, appeal: "failed" } };
}
