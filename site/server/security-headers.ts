import { siteUrl } from "../addresses.ts";

// Nothing inline and nothing from elsewhere. Blocks of data, such as JSON-LD, are no scripts and need no word here.
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
].join("; ");

// Tools for the agents in browsers: on our own pages alone. What no page of ours asks for, none may.
const PERMISSIONS = [
  "tools=(self)",
  ...["camera", "microphone", "geolocation", "payment", "usb", "browsing-topics"].map((each) => `${each}=()`),
].join(", ");

/** Two years: what browsers' own lists ask for at least is one. */
const HTTPS_ONLY = "max-age=63072000";

/** What other websites may show or read: pictures made to be shared, the API, and what programs are told of us. */
const FOR_EVERY_SITE =
  /^\/(v1|share-picture|\.well-known|openapi\.json|llms\.txt|llms-full\.txt|robots\.txt|sitemap\.xml|favicon\.(svg|ico)|apple-touch-icon\.png)(\/|$)|\.md$/;

/** What every answer of the site tells browsers about what it may do; what an answer says itself, as the API's do, stays. */
export function secure(headers: Headers, path: string): void {
  const say = (name: string, value: string) => headers.has(name) || headers.set(name, value);
  say("content-security-policy", POLICY);
  say("x-content-type-options", "nosniff");
  // For browsers too old for the policy: no frames, and no filter of their own that breaks pages.
  say("x-frame-options", "DENY");
  say("x-xss-protection", "0");
  say("referrer-policy", "strict-origin-when-cross-origin");
  say("permissions-policy", PERMISSIONS);
  say("cross-origin-opener-policy", "same-origin");
  say("cross-origin-resource-policy", FOR_EVERY_SITE.test(path) ? "cross-origin" : "same-origin");
  if (siteUrl().startsWith("https:")) say("strict-transport-security", HTTPS_ONLY);
  // Those tools work only where an origin has its own agent cluster.
  say("origin-agent-cluster", "?1");
  const token = process.env.WEBMCP_ORIGIN_TRIAL_TOKEN;
  if (token) say("origin-trial", token);
}
