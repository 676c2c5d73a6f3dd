/** The log of both programs, as the API's own files know it. */
export { createLog, describeError, type Log, type LogFields, type LogLevel } from "../shared/observability/log.ts";
