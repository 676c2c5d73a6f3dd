import type { Fault } from "./harness/fault.ts";
import { killProgram } from "./harness/kill-program.ts";

export const killApi: Fault = {
  name: "kill-api",
  does: "kill -9 of the API's process while 16 people post",
  trouble: killProgram("api/main.ts"),
};
