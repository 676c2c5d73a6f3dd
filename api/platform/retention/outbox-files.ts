import type { Transport } from "../mail/transport.ts";
import { type Job, piecesOf } from "./job.ts";

/** Deletes old mails from the outbox folder, which is used without a mail server. */
export const outboxFiles = (transport: Pick<Transport, "sweep">): Job => ({
  name: "outbox files",
  pieces: (now) => piecesOf(1000, (most) => transport.sweep(now, most)),
});
