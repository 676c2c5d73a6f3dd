import { join } from "node:path";
import { Elysia } from "elysia";
import { sendTagged } from "../http/answers.ts";
import { describeApi } from "./description.ts";
import type { InteractivePage } from "./interactive-page.ts";

const ASSETS = join(import.meta.dir, "../../node_modules/swagger-ui-dist");

/** Rendered on first use, so that it does not delay the start. */
const drawn = async (apiUrl: string) => (await import("./interactive-page.ts")).interactivePage(apiUrl);

/** Serves the OpenAPI description and the interactive page. */
export const descriptionRoutes = (settings: { apiUrl: string; siteUrl: string }) => {
  const description = Buffer.from(JSON.stringify(describeApi(settings), null, 2));
  const tag = `"${new Bun.CryptoHasher("sha256").update(description).digest("base64url").slice(0, 22)}"`;
  let page: Promise<InteractivePage> | undefined;

  return new Elysia({ name: "description" })
    .get("/openapi.json", ({ set, request }) => {
      set.headers["cache-control"] = "public, max-age=300";
      return sendTagged(description, tag, request, set, "application/openapi+json");
    })
    .get("/docs", async ({ set }) => {
      set.headers["content-type"] = "text/html; charset=utf-8";
      page ??= drawn(settings.apiUrl);
      const { html, policy } = await page;
      set.headers["content-security-policy"] = policy;
      return html;
    })
    .get("/docs/swagger-ui.css", () => Bun.file(join(ASSETS, "swagger-ui.css")))
    .get("/docs/swagger-ui-bundle.js", () => Bun.file(join(ASSETS, "swagger-ui-bundle.js")));
};
