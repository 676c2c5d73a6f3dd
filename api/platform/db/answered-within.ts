import { UnresponsiveError } from "../../../shared/observability/circuit-breaker.ts";
import { doneWithin } from "../../../shared/observability/stopping.ts";

/**
 * Returns the database's answer, or throws UnresponsiveError after this many milliseconds. The query still runs then:
 * the caller must close its connection.
 */
export async function answeredWithin<Result>(ms: number, asking: PromiseLike<Result>): Promise<Result> {
  const answer = Promise.resolve(asking);
  if (!(await doneWithin(ms, answer))) throw new UnresponsiveError();
  return answer;
}

export const isAnsweredWithin = (ms: number, asking: PromiseLike<unknown>): Promise<boolean> =>
  answeredWithin(ms, asking).then(
    () => true,
    () => false,
  );
