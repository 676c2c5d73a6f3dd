import { causeOf, codeOf } from "../db/error-code.ts";
import type { Outcome, Settling } from "./gather.ts";

/**
 * Does the work of several in one transaction. Where Postgres undid that, each is done anew by itself, so that nobody
 * suffers for a neighbour, and the group need not wait for them. Where nobody knows whether it was committed, nothing
 * is tried again: all get the error.
 */
export async function allOrEach<Question, Answer>(
  questions: readonly Question[],
  together: (questions: readonly Question[]) => Promise<Outcome<Answer>[]>,
  alone: (question: Question) => Promise<Answer>,
): Promise<Settling<Answer>[]> {
  try {
    return await together(questions);
  } catch (error) {
    if (!wasUndone(error)) throw error;
    return questions.map(alone);
  }
}

// Postgres' own word for what was wrong, but for those that end the connection (57P), or leave the outcome open (08, 40003).
const sqlState = /^(?!08|57P|40003)[0-9A-Z]{5}$/;

function wasUndone(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof Error && "severity" in cause && sqlState.test(codeOf(cause));
}
