// A name, IPv4, or IPv6 in brackets, and a port (RFC 9112, section 3.2). Bun joins two `Host` headers with a comma.
const HOST = /^(?:\[[\da-f:.]{2,45}\]|[\w.~!$&'()*+;=%-]{0,255})(?::\d{0,5})?$/i;

/** Whether a request names one host at most, and one that can be. HTTP/1.1 without any is refused by Bun; HTTP/1.0 needs none. */
export function isSoundHost(headers: Headers): boolean {
  const host = headers.get("host");
  return host === null || HOST.test(host);
}

/** The answer with the moment it was made at, where Bun leaves that out: of an answer to HEAD (RFC 9110, section 6.6.1). */
export function withDate(answer: Response, { method }: Request): Response {
  if (method === "HEAD" && !answer.headers.has("date")) answer.headers.set("date", new Date().toUTCString());
  return answer;
}
