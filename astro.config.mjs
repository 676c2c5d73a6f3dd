import mdx from "@astrojs/mdx";
import node from "@astrojs/node";
import { defineConfig, passthroughImageService } from "astro/config";
import { devServer } from "./site/build/dev-server.ts";
import { keepFormer } from "./site/build/keep-former.ts";
import { withOwnEntry } from "./site/build/own-entry.ts";
import { precompress } from "./site/build/precompress.ts";

export default defineConfig({
  srcDir: "./site",
  output: "server",
  // site/server.ts listens, and calls the pages' handler with Bun's Request and Response.
  adapter: withOwnEntry(node({ mode: "middleware" }), new URL("site/pages-app.ts", import.meta.url)),
  // Prism highlights code with classes; the default would write style attributes.
  integrations: [mdx({ syntaxHighlight: "prism", smartypants: false }), precompress(), keepFormer(), devServer()],
  trailingSlash: "ignore",
  session: false,
  // Astro adds an image transformation endpoint. The pages need none, so it is disabled.
  image: {
    endpoint: { route: "/_image", entrypoint: "./site/build/no-images.ts" },
    service: passthroughImageService(),
  },
  devToolbar: { enabled: false },
  // site/server checks the origin of forms itself (CSRF), for forwarded addresses too.
  security: { checkOrigin: false },
  // Nothing inline: the pages run under a strict content security policy.
  build: { inlineStylesheets: "never" },
  // Shorter than the default, an attribute.
  scopedStyleStrategy: "class",
  vite: {
    // Few files: one style sheet for all pages, and one script for what several pages' scripts import.
    build: {
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: "shared", minShareCount: 2 }] } } },
    },
    // Separate bundles: the browser's part of the agents' tools (site/layouts/Page.astro), tree-shaken of what only
    // the site needs, and the script that runs before a page's modules (site/client/left-page.ts).
    worker: {
      format: "es",
      rollupOptions: {
        output: { entryFileNames: ({ name }) => `_astro/${name === "register" ? "webmcp" : name}.[hash].js` },
        treeshake: { moduleSideEffects: false },
      },
    },
  },
});
