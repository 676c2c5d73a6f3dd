import { causeOf, codeOf } from "../db/error-code.ts";
import type { Outcome, Settling } from "./gather.ts";

/**
 * Does the work of several in one transaction, and says so as soon as nothing is left of it but to be committed: the next
 * group need not wait for the disk. Where Postgres undid the transaction, each is done anew by itself, so that nobody suffers
 * for a neighbour. Where nobody knows whether it was committed, nothing is tried again: all get the error.
 */
export async function allOrEach<Question, Answer>(
  questions: readonly Question[],
  together: (questions: readonly Question[], allButCommitted: () => void) => Promise<Outcome<Answer>[]>,
  alone: (question: Question, why: unknown) => Promise<Answer>,
): Promise<Settling<Answer>[]> {
  const working = Promise.withResolvers<void>();
  const ended = together(questions, working.resolve);
  const settled = ended.then(
    (outcomes) => ({ outcomes }),
    (error) => ({ error, each: wasUndone(error) ? questions.map((each) => alone(each, error)) : null }),
  );
  await Promise.race([working.promise, settled]);
  return questions.map(async (_, i): Promise<Answer> => {
    const became = await settled;
    if ("each" in became) return became.each?.[i] ?? Promise.reject(became.error);
    const outcome = became.outcomes[i] ?? { error: new Error("one of several was not answered") };
    if ("error" in outcome) throw outcome.error;
    return outcome.answer;
  });
}

// Postgres' own word for what was wrong, but for those that leave the outcome open (08, 40003). What ends the connection, or all of
// Postgres, is no mere `ERROR`: whether that was ahead of the commit or after it nobody knows.
const sqlState = /^(?!08|40003)[0-9A-Z]{5}$/;

function wasUndone(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof Error && "severity" in cause && cause.severity === "ERROR" && sqlState.test(codeOf(cause));
}
