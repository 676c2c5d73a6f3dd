import type { Fault, FaultReason } from "#contract/errors";

/** What a form says of each fault, perhaps with where it is; of what no form can send, nothing. */
export type FaultSentences = Partial<Record<FaultReason, string | ((fault: Fault) => string)>>;

/** What to say beside a field: its fault's sentence, or one that fits any. */
export function faultInWords(fault: Fault, sentences: FaultSentences): string {
  const sentence = sentences[fault.reason] ?? sentences.malformed ?? "";
  return typeof sentence === "string" ? sentence : sentence(fault);
}
