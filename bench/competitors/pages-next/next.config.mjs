import { join } from "node:path";

// The folder with the packages and with what the peers share.
const root = join(import.meta.dirname, "../..");

/** As `next start` would serve it, with all that it needs in one folder; gzip is what Next itself compresses by. */
export default { output: "standalone", outputFileTracingRoot: root, turbopack: { root }, poweredByHeader: false };
