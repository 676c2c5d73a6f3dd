import { ApiError } from "#contract/errors";

/**
 * How calls are put together: so many to a group at most, so many groups at once, and so many calls waiting. With
 * `patienceMs` a further group waits until it is as large as those under way, or so long at most: groups are then fewer,
 * and larger, and two keep in step instead of one growing while the other shrinks.
 */
export type BatcherBounds = { groupMax: number; groupsAtOnce: number; waitingMax: number; patienceMs?: number };

type Waiting<Question, Answer> = {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/** What became of one of several that were done together. */
export type Result<Answer> = { answer: Answer } | { error: unknown };
/** An outcome, or one that takes longer than the group: the next group need not wait for it. */
export type Settling<Answer> = Result<Answer> | Promise<Answer>;

/** What becomes of one: what it gives, or what it throws. */
export function resultOf<Answer>(work: () => Answer): Result<Answer> {
  try {
    return { answer: work() };
  } catch (error) {
    return { error };
  }
}

/** The same of work that takes its time. */
export const resultLater = <Answer>(work: Promise<Answer>): Promise<Result<Answer>> =>
  work.then(
    (answer) => ({ answer }),
    (error) => ({ error }),
  );

const nextHit = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Calls that wait for a turn are answered together, each with its own outcome, in the order of the questions. A call
 * joins only a group that sets out after it came. Where too many wait already, it is refused at once.
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

  // Not at once: whatever else has arrived in this turn of the event loop joins the same group.
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
    // Since it was called, another may have set out and taken all.
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
    // The next group sets out before this one hears what became of it, and is worked on while those are answered.
    await nextHit();
    for (const [i, { resolve, reject }] of group.entries()) {
      const outcome = outcomes[i] ?? { error: new Error("a question of the group was not answered") };
      const tell = (became: Result<Answer>) => ("answer" in became ? resolve(became.answer) : reject(became.error));
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
