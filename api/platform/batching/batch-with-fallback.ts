import pLimit from "p-limit";
import { ApiError } from "#contract/errors";
import { causeOf, codeOf } from "../db/error-code.ts";
import { type BatcherBounds, batcher, resultLater, type Settling } from "./batcher.ts";

/** Processes several questions in one transaction. If `isPatient`, it waits longer for locks that others hold. */
type Work<Question, Answer> = (
  questions: readonly Question[],
  isPatient: boolean,
) => Promise<readonly Settling<Answer>[]>;

/** Bounds for questions whose batch failed: one batch per key at a time, so a key locked for long takes one slot. */
const OF_ONE_KEY = { groupMax: 64, groupsAtOnce: 1, waitingMax: 200 };
/** Keys retried concurrently: first with a short lock timeout, then locked keys patiently, in separate slots. */
const SLOTS = 4;
const WAITING_FOR_SLOT_MAX = 200;
/** Together with the patient work itself, less than the client's timeout. */
const WAIT_FOR_SLOT_MS = 4000;
/** SQLSTATE of a lock wait that timed out (`lock_not_available`). */
const LOCKED = "55P03";

/**
 * Batches questions. If a batch fails as a whole, its questions are retried in batches of one key each (the key names
 * the lock that questions contend for): first quickly, then patiently if others hold the key. Questions that fail for
 * another reason are retried one by one. Other batches do not wait for these retries.
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
  /** A free key does not wait for locked ones. */
  async function inSlot(questions: readonly Question[]): Promise<readonly Settling<Answer>[]> {
    try {
      return await quickSlots(() => work(questions, false));
    } catch (error) {
      if (codeOf(error) !== LOCKED) throw error;
      return patiently(questions);
    }
  }
  async function byItself(question: Question, why: unknown): Promise<Answer> {
    // It already waited for this lock in a batch: do not wait again.
    if (codeOf(why) === LOCKED) throw why;
    const [settling = { error: why }] = await inSlot([question]);
    const outcome = await (settling instanceof Promise ? resultLater(settling) : settling);
    if ("error" in outcome) throw outcome.error;
    return outcome.value;
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
    /** If questions with the same key are waiting, joins them: it would make a mixed batch wait, too. */
    ask: (question: Question): Promise<Answer> => (lanes.has(keyOf(question)) ? ofOneKey : together)(question),
    /** Batches the question only with others of the same key. */
    ofOneKey,
  };
}

/**
 * Processes several questions in one transaction. If Postgres rolled it back, retries each one by itself, so that one
 * failure does not affect the others. If the outcome is unknown (it may have been committed), retries nothing: all get
 * the error.
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

// An SQLSTATE other than those that leave the outcome open (08, 40003). An error that ends the connection or all of
// Postgres has a severity above `ERROR`: it is unknown whether it came before or after the commit.
const sqlState = /^(?!08|40003)[0-9A-Z]{5}$/;

function wasUndone(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof Error && "severity" in cause && cause.severity === "ERROR" && sqlState.test(codeOf(cause));
}
