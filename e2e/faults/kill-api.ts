import { secondsOf } from "./harness/attempts.ts";
import { type Fault, want } from "./harness/fault.ts";
import { killed } from "./harness/supervised.ts";

export const killApi: Fault = {
  name: "kill-api",
  does: "kill -9 of the API's process while 16 people post",
  async trouble({ service, now }) {
    const from = now();
    await killed(service.pidOf("api/main.ts"));
    const until = now();
    const afterMs = await service.startedAnew();
    const wanted = [
      want("the starter ends within 5 s, so that it is started again", afterMs < 5000, secondsOf(afterMs)),
    ];
    return { from, until, wanted };
  },
};
