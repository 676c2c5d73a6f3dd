import { createLog, LOG_LEVELS } from "../shared/observability/log.ts";

/** The site's logger: JSON lines, like the API's. The API validates the level at startup. */
export const log = createLog(LOG_LEVELS.find((level) => level === process.env.LOG_LEVEL) ?? "info");
