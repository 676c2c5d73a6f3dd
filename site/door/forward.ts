import { type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { visitorHeaders } from "../visitor-headers.ts";

// Headers that belong to one connection, not to the message (RFC 9110, section 7.6.1).
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Hands a request to the API and its answer back, byte by byte, so that a browser needs one origin only. */
export function forward(request: IncomingMessage, response: ServerResponse, apiUrl: string, ownOrigin: string): void {
  const own = Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.has(name));
  const headers = { ...Object.fromEntries(own), ...visitorHeaders(request.socket.remoteAddress) };
  // The door has asked where the request comes from; the API knows the site by its public address only.
  if (headers.origin && !request.url?.startsWith("/v1")) headers.origin = new URL(ownOrigin).origin;

  const onward = send(new URL(request.url ?? "/", apiUrl), { method: request.method, headers }, (answer) => {
    for (const name of HOP_BY_HOP) delete answer.headers[name];
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on("error", () => refuse(response));
  response.on("close", () => onward.destroy());
  request.pipe(onward);
}

function refuse(response: ServerResponse): void {
  if (response.headersSent) return void response.destroy();
  const message = "The service cannot answer at the moment. Try again in a few seconds.";
  const error = { code: "service_unavailable", message, requestId: crypto.randomUUID() };
  response.writeHead(503, { "content-type": "application/json", "cache-control": "no-store", "retry-after": "5" });
  response.end(JSON.stringify({ success: false, error }));
}
