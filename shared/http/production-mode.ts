/**
 * Options for every Bun server. By default Bun serves in development mode: it exposes its own and the system's version
 * at `/bun:info`, and shows source code in error pages.
 */
export const PRODUCTION_MODE = { development: false } as const;

/**
 * Sets production mode for the libraries before they load. In development Elysia writes the whole rejected input into
 * each error, indented: 16 kB of brackets become 128 MB.
 */
process.env.NODE_ENV = "production";
