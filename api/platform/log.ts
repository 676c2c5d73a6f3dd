/** The log of both programs, re-exported for the API. */
export { createLog, describeError, type Log, type LogFields, type LogLevel } from "../../shared/observability/log.ts";
