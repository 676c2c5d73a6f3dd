import type { Transport } from "../mail/transport.ts";
import type { Job } from "./job.ts";

/** Mails that lie in the outbox folder, where there is no mail server. */
export const outboxFiles = (transport: Pick<Transport, "sweep">): Job => ({
  name: "outbox files",
  batch: 1000,
  run: (now, batch) => transport.sweep(now, batch),
});
