import { API_ERRORS, type ApiErrorCode } from "#contract/errors";
import { BODY_MAX_BYTES } from "#contract/limits";
import { boundedBody } from "../../shared/http/bounded-body.ts";
import { signedOutCookies } from "../../shared/http/cookies.ts";
import { siteUrl } from "../addresses.ts";
import { RETRY_AFTER_SECONDS, showApiUnavailable } from "../api-unavailable.ts";
import { askApi, visitorHeaders } from "../ask-api.ts";
import { isRead } from "../routes.ts";

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

/** Forwards a request to the API and returns its response unchanged, so that a browser needs only one origin. */
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
    // The client disconnected: no outage, and no one receives the response.
    if (!signal.aborted) showApiUnavailable(error);
    return unavailable(request, address);
  }
}

/** Returns the body, or null if there is none. Replaces one that is too large with one the API is sure to refuse. */
async function bodyOf(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = (await boundedBody(request, BODY_MAX_BYTES)) ?? new Uint8Array(BODY_MAX_BYTES + 1);
  return bytes.length > 0 ? bytes : null;
}

function onwardHeaders(request: Request, address: string, visitor: string | undefined): Headers {
  const headers = new Headers(request.headers);
  for (const name of [...HOP_BY_HOP, "content-length", "expect"]) headers.delete(name);
  for (const [name, value] of Object.entries(visitorHeaders(visitor))) headers.set(name, value);
  // Prevents `fetch` from adding its own defaults for headers that the visitor did not send.
  for (const [name, nothing] of NOT_SAID) if (!headers.has(name)) headers.set(name, nothing);
  // The router has already checked the origin; the API knows only the site's public one.
  if (headers.has("origin") && !address.startsWith("/v1")) headers.set("origin", siteUrl());
  return headers;
}

const NOT_SAID = [
  ["accept-encoding", "identity"],
  ["user-agent", ""],
] as const;

function unavailable(request: Request, address: string): Response {
  const isSigningOut = request.method === "POST" && address === "/auth/sign-out";
  const code: ApiErrorCode = isSigningOut ? "session_left_open" : "service_unavailable";
  const error = { code, message: API_ERRORS[code].message, requestId: crypto.randomUUID() };
  const headers = new Headers({ "cache-control": "no-store", "retry-after": RETRY_AFTER_SECONDS });
  const cookies = isSigningOut ? signedOutCookies(request.headers.get("cookie")) : [];
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return Response.json({ success: false, error }, { status: 503, headers });
}
