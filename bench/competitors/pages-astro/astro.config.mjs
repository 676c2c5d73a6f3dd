import node from "@astrojs/node";
import config from "../../../astro.config.mjs";

/** The product's own pages, unmodified, behind Astro's handler for Node instead of the site's own server on Bun. */
export default {
  ...config,
  adapter: node({ mode: "middleware" }),
  // Under bench/competitors/ it would resolve the peers' packages first.
  outDir: "./bench/data/.pages-astro",
  // The benchmark requests no static files.
  integrations: config.integrations.filter(({ name }) => name !== "precompress"),
};
