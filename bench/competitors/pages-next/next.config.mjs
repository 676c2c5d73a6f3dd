import { join } from "node:path";

// The folder with the packages and with the code that the peers share.
const root = join(import.meta.dirname, "..");

/** What `next start` serves, with all its dependencies in one folder. Gzip is Next's own compression. */
export default { output: "standalone", outputFileTracingRoot: root, turbopack: { root }, poweredByHeader: false };
