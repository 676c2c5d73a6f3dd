import { isAlive, stillAlive } from "../../test-support/running-service.ts";
import { type Fault, want } from "./harness/fault.ts";
import { killed } from "./harness/supervised.ts";
import { bySite } from "./harness/ways-to-send.ts";

const ENDED_WITHIN_MS = 15_000;

export const killStarter: Fault = {
  name: "kill-starter",
  does: "kill -9 of the starter, which the other processes must not outlive, while 16 people post through the site",
  place: { by: bySite },
  async trouble({ service, now }) {
    const others = ["api/main.ts", "site/server.ts"].map(service.pidOf);
    const from = now();
    await killed(service.pidOf("scripts/start.ts"));
    const until = now();
    await stillAlive(others, ENDED_WITHIN_MS);
    const left = others.filter(isAlive).length;
    return {
      from,
      until,
      expectations: [want("API and site exit by themselves within 15 s", left === 0, `${left} were left`)],
    };
  },
};
