import { UnresponsiveError } from "../../../shared/observability/circuit-breaker.ts";
import { doneWithin } from "../../../shared/observability/stopping.ts";

/**
 * What the database answers; throws UnresponsiveError where that takes longer than so many milliseconds. What was asked then goes on:
 * its connection is to be ended.
 */
export async function answeredWithin<Result>(ms: number, asking: PromiseLike<Result>): Promise<Result> {
  const asked = Promise.resolve(asking);
  if (!(await doneWithin(ms, asked))) throw new UnresponsiveError();
  return asked;
}

/** Whether the database answers within so many milliseconds, and not with an error. */
export const isAnsweredWithin = (ms: number, asking: PromiseLike<unknown>): Promise<boolean> =>
  answeredWithin(ms, asking).then(
    () => true,
    () => false,
  );
