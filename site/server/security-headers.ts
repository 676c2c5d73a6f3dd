import { siteUrl } from "../addresses.ts";

// Nothing inline, nothing from other hosts. Data blocks such as JSON-LD are not scripts and need no exception.
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

// Passkeys on our own pages only, as are WebMCP's tools by default: a browser without them warns of `tools` on every page.
// Features that no page uses are disabled.
const PERMISSIONS = [
  ...["publickey-credentials-create", "publickey-credentials-get"].map((each) => `${each}=(self)`),
  ...["camera", "microphone", "geolocation", "payment", "usb", "browsing-topics"].map((each) => `${each}=()`),
].join(", ");

/** Two years; browsers' preload lists require at least one. */
const HTTPS_ONLY = "max-age=63072000";

/** Resources for other websites: share pictures, the API, and machine-readable files. */
const FOR_EVERY_SITE =
  /^\/(v1|share-picture|story-card|\.well-known|openapi\.json|llms\.txt|llms-full\.txt|robots\.txt|sitemap\.xml|favicon\.(svg|ico)|apple-touch-icon\.png)(\/|$)|\.md$/;

/**
 * Adds security headers to a response. Keeps those it already has, such as the API's. `isPart` leaves out what concerns
 * documents and workers, for scripts and styles of pages: a first visit loads dozens, and it would be a tenth of its
 * bytes.
 */
export function secure(headers: Headers, path: string, isPart = false): void {
  const say = (name: string, value: string) => headers.has(name) || headers.set(name, value);
  say("x-content-type-options", "nosniff");
  say("cross-origin-resource-policy", FOR_EVERY_SITE.test(path) ? "cross-origin" : "same-origin");
  if (siteUrl().startsWith("https:")) say("strict-transport-security", HTTPS_ONLY);
  if (isPart) return;
  say("content-security-policy", POLICY);
  // For browsers without CSP support: deny frames, and disable the XSS filter, which breaks pages.
  say("x-frame-options", "DENY");
  say("x-xss-protection", "0");
  say("referrer-policy", "strict-origin-when-cross-origin");
  say("permissions-policy", PERMISSIONS);
  say("cross-origin-opener-policy", "same-origin");
  // WebMCP works only with an origin-keyed agent cluster.
  say("origin-agent-cluster", "?1");
  const token = process.env.WEBMCP_ORIGIN_TRIAL_TOKEN;
  if (token) say("origin-trial", token);
}
