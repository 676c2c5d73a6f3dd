import type { FaultReason, FieldFault } from "#contract/errors";

/** A fault as a form shows it. The API calls a text that shows nothing missing; whoever typed it is told more. */
export type FormFault = Omit<FieldFault, "reason"> & { reason: FaultReason | "shows_nothing" };

type Sentence = string | ((fault: FormFault) => string);

/** What a form says of each fault, perhaps with where it is and for which field; of what no form can send, nothing. */
export type FaultSentences = Partial<Record<FormFault["reason"], Sentence>>;

/** What to say beside a field: its fault's sentence, or one that fits any. Each says what good input looks like. */
export function faultInWords(fault: FormFault, sentences: FaultSentences): string {
  const sentence = sentences[fault.reason] ?? sentences.malformed ?? "";
  return typeof sentence === "string" ? sentence : sentence(fault);
}

/** A sentence that is another for some fields. */
export const byField =
  (sentences: Readonly<Record<string, string>>, otherwise: string) =>
  ({ field }: FormFault): string =>
    sentences[field] ?? otherwise;
