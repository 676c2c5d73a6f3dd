import { swagger } from "@elysiajs/swagger";

// No response here has links; the empty column made the tables wider than a phone.
const STYLE = `<style>
.swagger-ui .response-col_links { display: none; }
.swagger-ui .opblock-body { overflow-x: auto; }
@media (max-width: 40rem) {
  .swagger-ui .parameters-col_name { width: 30%; min-width: 0; }
  .swagger-ui .response-col_status { min-width: 0; }
}
</style>`;
const REMOTE_SCRIPT = /src="https:\/\/[^"]*\/swagger-ui-bundle\.js"/;

const INLINE = {
  script: /<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs,
  style: /<style(?![^>]*\ssrc=)[^>]*>(.*?)<\/style>/gs,
} as const;

/** The page and its Content-Security-Policy, which allows its inline parts by their hashes. */
export type InteractivePage = { html: string; policy: string };

/**
 * Renders the interactive page for /openapi.json with the plugin. Uses only the plugin's page: its own description is
 * OpenAPI 3.0. Serves the script ourselves, so that no visitor's address reaches a third party.
 */
export async function interactivePage(apiUrl: string): Promise<InteractivePage> {
  const plugin = swagger({
    provider: "swagger-ui",
    path: "/docs",
    specPath: "/openapi.json",
    theme: "/docs/swagger-ui.css",
    documentation: {
      info: { title: "Tree Gifting API", version: "1", description: "Try the public API of Tree Gifting." },
    },
    swaggerOptions: { deepLinking: true },
  });
  const answer = await plugin.handle(new Request("http://localhost/docs"));
  const page = await answer.text();
  if (!REMOTE_SCRIPT.test(page)) throw new Error("the interactive page no longer contains the expected script");
  const html = page.replace(REMOTE_SCRIPT, 'src="/docs/swagger-ui-bundle.js"').replace("</head>", `${STYLE}</head>`);
  return { html, policy: policyOf(html, apiUrl) };
}

function policyOf(html: string, apiUrl: string): string {
  const digests = (tag: keyof typeof INLINE) =>
    [...html.matchAll(INLINE[tag])]
      .map(([, text = ""]) => `'sha256-${new Bun.CryptoHasher("sha256").update(text).digest("base64")}'`)
      .join(" ");
  return [
    "default-src 'self'",
    `script-src 'self' ${digests("script")}`,
    `style-src 'self' ${digests("style")}`,
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(apiUrl).origin}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");
}
