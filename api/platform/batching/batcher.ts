import { ApiError } from "#contract/errors";

/**
 * Limits of batching: questions per batch, batches in progress, and questions waiting. With `patienceMs`, a further
 * batch waits until it is as large as those in progress, or at most this long. Batches are then fewer and larger, and
 * two of them stay balanced instead of one growing while the other shrinks.
 */
export type BatcherBounds = { groupMax: number; groupsAtOnce: number; waitingMax: number; patienceMs?: number };

type Waiting<Question, Answer> = {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/** The result of one question of a batch. */
export type Result<Value> = { value: Value } | { error: unknown };
/** A result, or a promise that may take longer than its batch: the next batch does not wait for it. */
export type Settling<Answer> = Result<Answer> | Promise<Answer>;

/** Runs the work and returns its answer or the error it throws. */
export function resultOf<Answer>(work: () => Answer): Result<Answer> {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}

/** Like `resultOf`, for a promise. */
export const resultLater = <Answer>(work: Promise<Answer>): Promise<Result<Answer>> =>
  work.then(
    (value) => ({ value }),
    (error) => ({ error }),
  );

const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Returns a function that answers concurrent calls in batches. Each call gets its own result, in the order of the
 * questions. A call joins only a batch that starts after it. If too many calls are waiting, it is rejected at once.
 */
export function batcher<Question, Answer>(
  answerTogether: (questions: readonly Question[]) => Promise<readonly Settling<Answer>[]>,
  { groupMax, groupsAtOnce, waitingMax, patienceMs = 0 }: BatcherBounds,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = [];
  let underWay = 0;
  let askedUnderWay = 0;
  let isCalled = false;
  let patience: Timer | undefined;

  function callSoon(): void {
    if (isCalled || underWay >= groupsAtOnce || waiting.length === 0) return;
    if (areEnough()) call();
    else patience ??= setTimeout(call, patienceMs);
  }

  const areEnough = () => patienceMs === 0 || waiting.length * underWay >= askedUnderWay;

  // Deferred, so that calls from the same event loop iteration join the same batch.
  function call(): void {
    if (isCalled) return;
    isCalled = true;
    setImmediate(() => {
      isCalled = false;
      setOut();
    });
  }

  function setOut(): void {
    clearTimeout(patience);
    patience = undefined;
    // Another batch may have started in the meantime and taken all calls.
    if (waiting.length === 0) return;
    const group = waiting.slice(0, groupMax);
    waiting = waiting.slice(groupMax);
    underWay += 1;
    askedUnderWay += group.length;
    answerGroup(group);
    callSoon();
  }

  function makeRoom(after: readonly Waiting<Question, Answer>[]): void {
    underWay -= 1;
    askedUnderWay -= after.length;
    if (areEnough()) setOut();
    else callSoon();
  }

  async function answerGroup(group: readonly Waiting<Question, Answer>[]): Promise<void> {
    const outcomes = await answerTogether(group.map(({ question }) => question)).then(
      (all) => all.map((each) => (each instanceof Promise ? resultLater(each) : each)),
      (error) => group.map(() => ({ error })),
    );
    makeRoom(group);
    // The next batch starts before the callers of this one get their results, so that the two overlap.
    await nextTick();
    for (const [i, { resolve, reject }] of group.entries()) {
      const outcome = outcomes[i] ?? { error: new Error("a question of the batch was not answered") };
      const tell = (became: Result<Answer>) => ("value" in became ? resolve(became.value) : reject(became.error));
      if (outcome instanceof Promise) outcome.then(tell);
      else tell(outcome);
    }
  }

  return (question) => {
    if (waiting.length >= waitingMax) return Promise.reject(new ApiError("service_unavailable"));
    return new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      callSoon();
    });
  };
}
