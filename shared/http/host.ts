// A name, IPv4, or IPv6 in brackets, and a port (RFC 9112, section 3.2). Bun joins two `Host` headers with a comma.
const HOST = /^(?:\[[\da-f:.]{2,45}\]|[\w.~!$&'()*+;=%-]{0,255})(?::\d{0,5})?$/i;

/** Whether `Host` is absent or valid. Bun refuses HTTP/1.1 requests without one; HTTP/1.0 does not need it. */
export function isSoundHost(headers: Headers): boolean {
  const host = headers.get("host");
  return host === null || HOST.test(host);
}

/** Adds the `Date` header that Bun omits from responses to HEAD (RFC 9110, section 6.6.1). */
export function withDate(answer: Response, { method }: Request): Response {
  if (method === "HEAD" && !answer.headers.has("date")) answer.headers.set("date", new Date().toUTCString());
  return answer;
}
