export const HEADERS = {
  "Access-Control-Allow-Origin": {
    description: "Any website may call the API.",
    schema: { type: "string", const: "*" },
    example: "*",
  },
  "X-Request-Id": {
    description: "The request's id in the service's log. Include it when you ask the operator about a problem.",
    schema: { type: "string", format: "uuid", maxLength: 36 },
    example: "3facd166-1a26-43f9-aa18-6b07941c886e",
  },
  "RateLimit-Policy": {
    description:
      "Quotas that apply to this request: name, quota `q`, window `w` in seconds (draft-ietf-httpapi-ratelimit-headers-11).",
    schema: { type: "string", maxLength: 500 },
    example: '"posts-per-address";q=10;w=60, "posts-per-tree";q=60;w=60',
  },
  RateLimit: {
    description:
      "What is left of each quota: the remaining requests `r`, and the seconds `t` until the oldest request stops counting.",
    schema: { type: "string", maxLength: 500 },
    example: '"posts-per-address";r=9;t=60, "posts-per-tree";r=59;t=60',
  },
  "Retry-After": {
    description: "Seconds to wait before retrying.",
    schema: { type: "integer", format: "int32", minimum: 1, maximum: 3600 },
    example: 60,
  },
  ETag: {
    description: "Strong entity tag: it changes whenever the response does. Send it back as `If-None-Match`.",
    schema: { type: "string", maxLength: 64 },
    example: '"v42.0.3"',
  },
  "Cache-Control": {
    description:
      "How long the response may be cached, which is never past the moment the tree opens. Errors and receipts are never cached. A response may already be two seconds old: send `Cache-Control: no-cache` to get the current one.",
    schema: { type: "string", maxLength: 100 },
    example: "public, max-age=5, stale-while-revalidate=30",
  },
  Link: {
    description: 'The next page as `rel="next"`, if there is one (RFC 8288).',
    schema: { type: "string", maxLength: 500 },
    example: '</v1/messages/snWHu9aZ?limit=100&cursor=YmVsb3c6Mg>; rel="next"',
  },
} as const;

export type HeaderName = keyof typeof HEADERS;

export function headerRefs(names: readonly HeaderName[]) {
  const all: HeaderName[] = ["Access-Control-Allow-Origin", "X-Request-Id", ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
