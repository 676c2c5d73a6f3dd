import type { IncomingMessage, ServerResponse } from "node:http";
import type { AstroIntegration } from "astro";
import { apiInnerUrl } from "../addresses.ts";
import { splitLanguage } from "../i18n/prefix.ts";
import { FOR_THE_API } from "../routes.ts";
import { choiceOfLanguage, languageOf } from "../server/language.ts";

/** Where Astro's development server looks for the values that it starts a page's `locals` with. */
const LOCALS = Symbol.for("astro.locals");

/**
 * `npm run dev` only: does for Astro's own server what site/server/ does for the built site, as far as the pages need it.
 * It forwards the API's paths and takes the language off the address. Caching, compression, CSRF, security headers,
 * Markdown alternates and llms.txt exist in the built site alone.
 */
export const devServer = (): AstroIntegration => ({
  name: "dev-server",
  hooks: {
    "astro:config:setup": ({ command, updateConfig }) => {
      if (command !== "dev") return;
      updateConfig({ vite: { server: { proxy: { [FOR_THE_API.source]: { target: apiInnerUrl() } } } } });
    },
    "astro:server:setup": ({ server }) => {
      server.middlewares.use(withLocals);
    },
  },
});

function withLocals(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  const choice = choiceOfLanguage(request.url ?? "/", headers);
  if (choice) {
    response.writeHead(303, { location: choice.location, "set-cookie": choice.cookie }).end();
    return;
  }
  const { language: prefix, address } = splitLanguage(request.url ?? "/");
  request.url = address;
  Object.assign(request, { [LOCALS]: { prefix, language: prefix ?? languageOf(headers) } });
  next();
}
