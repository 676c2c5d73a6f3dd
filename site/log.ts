import { createLog, type LogLevel } from "../shared/observability/log.ts";

const LEVELS: readonly string[] = ["debug", "info", "warn", "error"] satisfies LogLevel[];
const wanted = process.env.LOG_LEVEL ?? "";

/** The site's log: JSON lines, as the API's. The API checks the level at its start. */
export const log = createLog(LEVELS.includes(wanted) ? (wanted as LogLevel) : "info");
