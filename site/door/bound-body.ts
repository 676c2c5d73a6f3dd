import type { IncomingMessage, ServerResponse } from "node:http";

/** What the pages' forms hold at most, with much to spare; astro.config.mjs bounds bodies of no told length alike. */
const FORM_MAX_BYTES = 64 * 1024;
/** So long a whole body may take to arrive, the last byte included. */
const ARRIVES_WITHIN_MS = 30_000;

/** Whether a form's body is larger than forms are. */
export const isTooLarge = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  Number(headers["content-length"]) > FORM_MAX_BYTES;

/** Hangs up on a body that does not end: a byte now and then would keep its connection, and us, for ever. */
export function hangUpOnSlowBody(
  request: IncomingMessage,
  response: ServerResponse,
  withinMs = ARRIVES_WITHIN_MS,
): void {
  const { headers, socket } = request;
  if (headers["transfer-encoding"] === undefined && !(Number(headers["content-length"]) > 0)) return;
  const late = setTimeout(() => request.complete || socket.destroy(), withinMs);
  request.once("end", () => clearTimeout(late));
  response.once("close", () => request.complete && clearTimeout(late));
}
