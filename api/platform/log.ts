/** The log of both programs, re-exported for the API. */
export { createLog, describeError, type Log } from "../../shared/observability/log.ts";
