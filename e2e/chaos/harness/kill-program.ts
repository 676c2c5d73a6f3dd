import { secondsOf } from "./attempts.ts";
import { type Fault, want } from "./fault.ts";
import { killed } from "./supervised.ts";

/**
 * kill -9 of one of the starter's programs. It is not restarted alone: the starter exits, and everything is started
 * again.
 */
export const killProgram =
  (file: string): Fault["trouble"] =>
  async ({ service, now }) => {
    const from = now();
    await killed(service.pidOf(file));
    const until = now();
    const ms = await service.startedAnew();
    return {
      from,
      until,
      expectations: [want("the starter exits within 5 s and is started again", ms < 5000, secondsOf(ms))],
    };
  };
