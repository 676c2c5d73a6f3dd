import type { Transport } from "../mail/transport.ts";
import { type Job, piecesOf } from "./job.ts";

/** Mails that lie in the outbox folder, where there is no mail server. */
export const outboxFiles = (transport: Pick<Transport, "sweep">): Job => ({
  name: "outbox files",
  pieces: (now) => piecesOf(1000, (most) => transport.sweep(now, most)),
});
