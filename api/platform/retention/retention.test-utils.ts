import { createLog } from "../../../shared/observability/log.ts";
import type { Database } from "../db/client.ts";
import { retention } from "./retention.ts";

/** Runs retention once, as a replica whose outbox is empty unless another transport is given. Throws if a job fails. */
export async function sweep(
  database: Database,
  now: Date,
  bounds: Parameters<typeof retention>[3] = {},
  transport: Parameters<typeof retention>[1] = { isOutbox: true, sweep: async () => 0 },
): Promise<void> {
  const failures: string[] = [];
  const log = createLog("warn", (line) => failures.push(line));
  await retention(database, transport, log, bounds)(now);
  if (failures.length > 0) throw new Error(failures.join("\n"));
}
