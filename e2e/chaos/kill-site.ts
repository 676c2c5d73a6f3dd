import type { Fault } from "./harness/fault.ts";
import { killProgram } from "./harness/kill-program.ts";
import { byForm } from "./harness/ways-to-send.ts";

export const killSite: Fault = {
  name: "kill-site",
  does: "kill -9 of the site's process while 16 people send the form",
  place: { by: byForm },
  trouble: killProgram("site/server.ts"),
};
