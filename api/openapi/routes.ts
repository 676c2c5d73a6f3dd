import { join } from "node:path";
import { Elysia } from "elysia";
import { sendTagged } from "../http/caching.ts";
import { describeApi } from "./description.ts";

const ASSETS = join(import.meta.dir, "../../node_modules/swagger-ui-dist");

// No response here has links; the empty column made the tables wider than a phone.
const STYLE = `
@media (prefers-color-scheme: dark) {
  body { background-color: #222; }
  .swagger-ui { filter: invert(92%) hue-rotate(180deg); }
  .swagger-ui .microlight { filter: invert(100%) hue-rotate(180deg); }
}
.swagger-ui .response-col_links { display: none; }
.swagger-ui .opblock-body { overflow-x: auto; }
@media (max-width: 40rem) {
  .swagger-ui .parameters-col_name { width: 30%; min-width: 0; }
  .swagger-ui .response-col_status { min-width: 0; }
}
`;
const SCRIPT = `
window.onload = () => SwaggerUIBundle({ url: "openapi.json", dom_id: "#swagger-ui", deepLinking: true });
`;

/** The interactive page for /openapi.json. Its script is served here, so that no visitor's address reaches a third party. */
const PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tree Gifting API</title>
<meta name="description" content="Try the public API of Tree Gifting.">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<style>${STYLE}</style>
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script>${SCRIPT}</script>
</body>
</html>
`;

export const descriptionRoutes = (settings: { apiUrl: string; siteUrl: string }) => {
  const description = Buffer.from(JSON.stringify(describeApi(settings), null, 2));
  const tag = `"${digestOf(description, "base64url").slice(0, 22)}"`;
  const policy = policyOf(settings.apiUrl);

  return new Elysia({ name: "description" })
    .get("/openapi.json", ({ set, request }) => {
      set.headers["cache-control"] = "public, max-age=300";
      return sendTagged(description, tag, request, set, "application/openapi+json");
    })
    .get("/docs", ({ set }) => {
      set.headers["content-type"] = "text/html; charset=utf-8";
      set.headers["content-security-policy"] = policy;
      return PAGE;
    })
    .get("/docs/swagger-ui.css", () => Bun.file(join(ASSETS, "swagger-ui.css")))
    .get("/docs/swagger-ui-bundle.js", () => Bun.file(join(ASSETS, "swagger-ui-bundle.js")));
};

/** Allows the page's inline parts by their hashes. */
const policyOf = (apiUrl: string): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'sha256-${digestOf(SCRIPT, "base64")}'`,
    `style-src 'self' 'sha256-${digestOf(STYLE, "base64")}'`,
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(apiUrl).origin}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");

const digestOf = (content: string | Buffer, form: "base64" | "base64url"): string =>
  new Bun.CryptoHasher("sha256").update(content).digest(form);
