import { doneWithin } from "../../ops/stopping.ts";
import { DatabaseSilent } from "./pulse.ts";

/**
 * What the database answers; throws DatabaseSilent where that takes longer than so many milliseconds. What was asked then goes on:
 * its connection is to be ended.
 */
export async function answeredWithin<Result>(ms: number, asking: PromiseLike<Result>): Promise<Result> {
  const asked = Promise.resolve(asking);
  if (!(await doneWithin(ms, asked))) throw new DatabaseSilent();
  return asked;
}
