import mdx from "@astrojs/mdx";
import node from "@astrojs/node";
import { defineConfig } from "astro/config";
import { withOwnEntry } from "./site/build/own-entry.ts";
import { precompress } from "./site/build/precompress.ts";

export default defineConfig({
  srcDir: "./site",
  output: "server",
  // site/server.ts listens, and asks for pages as Bun's HTTP speaks.
  adapter: withOwnEntry(node({ mode: "middleware" }), new URL("site/pages-app.ts", import.meta.url)),
  // Prism marks code with classes; the default would write style attributes.
  integrations: [mdx({ syntaxHighlight: "prism", smartypants: false }), precompress()],
  trailingSlash: "ignore",
  session: false,
  // Astro adds an endpoint that works on pictures. The pages need none, and nobody else gets one.
  image: { endpoint: { route: "/_image", entrypoint: "./site/build/no-images.ts" } },
  devToolbar: { enabled: false },
  // The front door asks where a form comes from, for forwarded addresses too.
  security: { checkOrigin: false },
  // Nothing inline: the pages must hold under a strict content security policy.
  build: { inlineStylesheets: "never" },
  vite: {
    build: { assetsInlineLimit: 0 },
    // Bundles of their own: the browser's part of the tools for agents (site/client/agent-tools.ts), of which what the
    // tools' files hold for the site alone falls away, and what runs ahead of a page's modules (site/client/left-page.ts).
    worker: {
      format: "es",
      rollupOptions: {
        output: { entryFileNames: ({ name }) => `_astro/${name === "register" ? "webmcp" : name}.[hash].js` },
        treeshake: { moduleSideEffects: false },
      },
    },
  },
});
