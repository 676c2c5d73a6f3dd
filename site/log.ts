import { createLog, type LogLevel } from "../shared/observability/log.ts";

const LEVELS: readonly string[] = ["debug", "info", "warn", "error"] satisfies LogLevel[];
const level = process.env.LOG_LEVEL ?? "";

/** The site's logger: JSON lines, like the API's. The API validates the level at startup. */
export const log = createLog(LEVELS.includes(level) ? (level as LogLevel) : "info");
