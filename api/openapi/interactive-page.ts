import { swagger } from "@elysiajs/swagger";

const REMOTE_SCRIPT = /src="https:\/\/[^"]*\/swagger-ui-bundle\.js"/;

/**
 * The interactive page of the description at /openapi.json, as the plugin draws it. The plugin is asked for its page
 * alone: its own description is of OpenAPI 3.0. Its script comes from us, so that no visitor's address goes elsewhere.
 */
export async function interactivePage(): Promise<string> {
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
  if (!REMOTE_SCRIPT.test(page)) throw new Error("the interactive page is drawn in another way than it was");
  return page.replace(REMOTE_SCRIPT, 'src="/docs/swagger-ui-bundle.js"');
}
