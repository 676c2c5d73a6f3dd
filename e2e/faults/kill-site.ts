import { secondsOf } from "./harness/attempts.ts";
import { type Fault, want } from "./harness/fault.ts";
import { killed } from "./harness/supervised.ts";
import { byForm } from "./harness/ways-to-send.ts";

export const killSite: Fault = {
  name: "kill-site",
  does: "kill -9 of the site's process while 16 people send the form",
  place: { by: byForm },
  async trouble({ service, now }) {
    const from = now();
    await killed(service.pidOf("site/server.ts"));
    const until = now();
    const afterMs = await service.startedAnew();
    const wanted = [
      want("the starter ends within 5 s, so that it is started again", afterMs < 5000, secondsOf(afterMs)),
    ];
    return { from, until, wanted };
  },
};
