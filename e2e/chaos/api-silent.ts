import { away, SILENCE_KNOWN_AFTER_MS } from "./harness/away.ts";
import type { Fault } from "./harness/fault.ts";
import { byForm } from "./harness/ways-to-send.ts";

/**
 * A request during the silence is refused when the next probe has failed: that may take a second, plus a quarter of one
 * before it.
 */
const TOLD_WITHIN_MS = 2000;

export const apiSilent: Fault = {
  name: "api-silent",
  does: "the API is frozen (SIGSTOP) and continues later, while 16 people send the form and 100 a second view a tree",
  seconds: 30,
  place: { by: byForm },
  trouble(field) {
    const { service, shareCodes } = field;
    const [tree] = shareCodes;
    // What the site makes for each visitor, unlike a page in its cache, and what it forwards for a page's scripts.
    const addresses = [`${service.site}/calendar/${tree}.ics`, `${service.site}/v1/trees/${tree}`];
    const standStill = async (seconds: number) => {
      const pid = service.pidOf("api/main.ts");
      process.kill(pid, "SIGSTOP");
      await Bun.sleep(seconds * 1000);
      process.kill(pid, "SIGCONT");
    };
    return away(field, addresses, SILENCE_KNOWN_AFTER_MS, standStill, TOLD_WITHIN_MS);
  },
};
