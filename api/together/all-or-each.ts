import type { Outcome } from "./gather.ts";

/**
 * Does the work of several in one transaction. Where Postgres undid that, each is done anew by itself, so that nobody
 * suffers for a neighbour. Where nobody knows whether it was committed, nothing is tried again: all get the error.
 */
export async function allOrEach<Question, Answer>(
  questions: readonly Question[],
  together: (questions: readonly Question[]) => Promise<Outcome<Answer>[]>,
): Promise<Outcome<Answer>[]> {
  try {
    return await together(questions);
  } catch (error) {
    if (questions.length === 1 || !wasUndone(error)) throw error;
    return Promise.all(questions.map((question) => alone(question, together)));
  }
}

async function alone<Question, Answer>(
  question: Question,
  together: (questions: readonly Question[]) => Promise<Outcome<Answer>[]>,
): Promise<Outcome<Answer>> {
  try {
    const [outcome] = await together([question]);
    return outcome ?? { error: new Error("a question by itself was not answered") };
  } catch (error) {
    return { error };
  }
}

// Postgres' own word for what was wrong, but for those that end the connection (57P), or leave the outcome open (08, 40003).
const sqlState = /^(?!08|57P|40003)[0-9A-Z]{5}$/;

function wasUndone(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && "severity" in cause && "code" in cause && sqlState.test(String(cause.code));
}
