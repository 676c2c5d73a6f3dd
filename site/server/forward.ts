import { BODY_MAX_BYTES } from "#contract/limits";
import { boundedBody } from "../../shared/http/bounded-body.ts";
import { siteUrl } from "../addresses.ts";
import { RETRY_AFTER_SECONDS, showApiUnavailable } from "../api-away.ts";
import { askApi } from "../ask-api.ts";
import { visitorHeaders } from "../visitor-headers.ts";
import { isRead } from "./is-read.ts";

// Headers that belong to one connection, not to the message (RFC 9110, section 7.6.1).
const HOP_BY_HOP = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/** Hands a request to the API and its answer back as it is, so that a browser needs one origin only. */
export async function forward(request: Request, address: string, visitor: string | undefined): Promise<Response> {
  const { method, signal } = request;
  try {
    const body = isRead(request) ? null : await bodyOf(request);
    const headers = onwardHeaders(request, address, visitor);
    const init = { method, headers, body, signal, redirect: "manual", decompress: false } as const;
    const answer = await askApi(address, init);
    const answered = new Headers(answer.headers);
    for (const name of HOP_BY_HOP) answered.delete(name);
    return new Response(answer.body, { status: answer.status, headers: answered });
  } catch (error) {
    // Whoever left does not hear it.
    if (!signal.aborted) showApiUnavailable(error);
    return unavailable();
  }
}

/** The body, or null where there is none. One that is too large is refused by the API, for which one byte too many is enough. */
async function bodyOf(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = (await boundedBody(request, BODY_MAX_BYTES)) ?? new Uint8Array(BODY_MAX_BYTES + 1);
  return bytes.length > 0 ? bytes : null;
}

function onwardHeaders(request: Request, address: string, visitor: string | undefined): Headers {
  const headers = new Headers(request.headers);
  for (const name of [...HOP_BY_HOP, "content-length", "expect"]) headers.delete(name);
  for (const [name, value] of Object.entries(visitorHeaders(visitor))) headers.set(name, value);
  // What a visitor does not say is not said for them, as `fetch` would.
  for (const [name, nothing] of NOT_SAID) if (!headers.has(name)) headers.set(name, nothing);
  // The door has asked where the request comes from; the API knows the site by its public address only.
  if (headers.has("origin") && !address.startsWith("/v1")) headers.set("origin", new URL(siteUrl()).origin);
  return headers;
}

const NOT_SAID = [
  ["accept-encoding", "identity"],
  ["user-agent", ""],
] as const;

function unavailable(): Response {
  const message = "The service cannot answer at the moment. Try again in a few seconds.";
  const error = { code: "service_unavailable", message, requestId: crypto.randomUUID() };
  return Response.json(
    { success: false, error },
    { status: 503, headers: { "cache-control": "no-store", "retry-after": RETRY_AFTER_SECONDS } },
  );
}
