import { AI_CATALOG, OPENAPI } from "./published-site.ts";

/** Targets of the home page's `Link` header, for programs (RFC 8288). */
export const DISCOVERY_LINKS = [
  ["/.well-known/api-catalog", "api-catalog", "application/linkset+json"],
  ["/openapi.json", "service-desc", OPENAPI],
  ["/guides/api", "service-doc", "text/html"],
  ["/.well-known/ai-catalog.json", "ai-catalog", AI_CATALOG],
  ["/.well-known/ard.json", "ard", "application/json"],
  ["/llms.txt", "describedby", "text/plain"],
]
  .map(([address, relation, type]) => `<${address}>; rel="${relation}"; type="${type}"`)
  .join(", ");
