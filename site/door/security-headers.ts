import type { ServerResponse } from "node:http";

// Nothing inline and nothing from elsewhere. Blocks of data, such as JSON-LD, are no scripts and need no word here.
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
].join("; ");

/** What every answer of the site tells browsers about what it may do; the API's own answers bring theirs. */
export function secure(response: ServerResponse): void {
  response.setHeader("content-security-policy", POLICY);
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("referrer-policy", "strict-origin-when-cross-origin");
  // Tools for the agents in browsers: on our own pages alone, and only where an origin has its own agent cluster.
  response.setHeader("permissions-policy", "tools=(self)");
  response.setHeader("origin-agent-cluster", "?1");
  const token = process.env.WEBMCP_ORIGIN_TRIAL_TOKEN;
  if (token) response.setHeader("origin-trial", token);
}
