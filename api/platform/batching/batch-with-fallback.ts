import pLimit from "p-limit";
import { ApiError } from "#contract/errors";
import { causeOf, codeOf } from "../db/error-code.ts";
import { type BatcherBounds, batcher, resultLater, type Settling } from "./batcher.ts";

/** Does the work of several in one transaction; patiently, it waits long for what others hold. */
type Work<Question, Answer> = (
  questions: readonly Question[],
  isPatient: boolean,
) => Promise<readonly Settling<Answer>[]>;

/** For questions whose batch failed: one batch of each key at a time, so that a key that is locked for long takes one slot. */
const OF_ONE_KEY = { groupMax: 64, groupsAtOnce: 1, waitingMax: 200 };
/** So many keys are tried at once: quickly at first, and those that others hold patiently, in slots of their own. */
const SLOTS = 4;
const WAITING_FOR_SLOT_MAX = 200;
/** With the patient work itself, less than who asks waits for. */
const WAIT_FOR_SLOT_MS = 4000;
/** What Postgres calls a lock that was waited for too long (`lock_not_available`). */
const LOCKED = "55P03";

/**
 * Batches questions. Where a batch fails as a whole, its questions are asked again in batches of one key each (a key is what questions
 * may wait for each other about): quickly, and patiently where others hold the key. What fails otherwise is tried by itself. Other
 * batches do not wait for them.
 */
export function batchWithFallback<Question, Answer>(
  keyOf: (question: Question) => string,
  work: Work<Question, Answer>,
  bounds: BatcherBounds,
) {
  const quickSlots = pLimit(SLOTS);
  const patientSlots = pLimit(SLOTS);
  async function patiently(questions: readonly Question[]): Promise<readonly Settling<Answer>[]> {
    if (patientSlots.pendingCount >= WAITING_FOR_SLOT_MAX) throw new ApiError("service_unavailable");
    const { promise: refused, reject } = Promise.withResolvers<never>();
    let isRefused = false;
    const timer = setTimeout(() => {
      isRefused = true;
      reject(new ApiError("service_unavailable"));
    }, WAIT_FOR_SLOT_MS);
    const done = patientSlots(async () => {
      clearTimeout(timer);
      return isRefused ? [] : work(questions, true);
    });
    return Promise.race([done, refused]);
  }
  /** A key that nobody holds does not wait for those that somebody does. */
  async function inSlot(questions: readonly Question[]): Promise<readonly Settling<Answer>[]> {
    try {
      return await quickSlots(() => work(questions, false));
    } catch (error) {
      if (codeOf(error) !== LOCKED) throw error;
      return patiently(questions);
    }
  }
  async function byItself(question: Question, why: unknown): Promise<Answer> {
    // What it waited for with others it need not wait for again.
    if (codeOf(why) === LOCKED) throw why;
    const [settling = { error: why }] = await inSlot([question]);
    const outcome = await (settling instanceof Promise ? resultLater(settling) : settling);
    if ("error" in outcome) throw outcome.error;
    return outcome.answer;
  }

  const lanes = new Map<string, { ask: (question: Question) => Promise<Answer>; waiting: number }>();
  async function ofOneKey(question: Question): Promise<Answer> {
    const key = keyOf(question);
    const lane = lanes.get(key) ?? {
      ask: batcher<Question, Answer>((questions) => allOrEachAlone(questions, inSlot, byItself), OF_ONE_KEY),
      waiting: 0,
    };
    lanes.set(key, lane);
    lane.waiting += 1;
    try {
      return await lane.ask(question);
    } finally {
      lane.waiting -= 1;
      if (lane.waiting === 0) lanes.delete(key);
    }
  }

  const together = batcher<Question, Answer>(
    (questions) => allOrEachAlone(questions, (all) => work(all, false), ofOneKey),
    bounds,
  );
  return {
    /** A question whose key others wait for joins them: a batch that it joined would wait as well. */
    ask: (question: Question): Promise<Answer> => (lanes.has(keyOf(question)) ? ofOneKey : together)(question),
    /** Asks with others of its key at most. */
    ofOneKey,
  };
}

/**
 * Does the work of several in one transaction. Where Postgres undid the transaction, each is tried by itself, so that nobody
 * suffers for a neighbor. Where nobody knows whether it was committed, nothing is tried again: all get the error.
 */
export async function allOrEachAlone<Question, Answer>(
  questions: readonly Question[],
  together: (questions: readonly Question[]) => Promise<readonly Settling<Answer>[]>,
  alone: (question: Question, why: unknown) => Promise<Answer>,
): Promise<readonly Settling<Answer>[]> {
  try {
    return await together(questions);
  } catch (error) {
    return questions.map((each) => (wasUndone(error) ? alone(each, error) : Promise.reject(error)));
  }
}

// Postgres' own word for what was wrong, but for those that leave the outcome open (08, 40003). What ends the connection, or all of
// Postgres, is no mere `ERROR`: whether that was before the commit or after it nobody knows.
const sqlState = /^(?!08|40003)[0-9A-Z]{5}$/;

function wasUndone(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof Error && "severity" in cause && cause.severity === "ERROR" && sqlState.test(codeOf(cause));
}
