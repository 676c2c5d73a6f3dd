/**
 * What Bun is told for every server of ours. By itself it serves as if for the developer: it tells everybody its version and
 * the system's at `/bun:info`, and shows whoever meets an error the sources around it.
 */
export const PRODUCTION_MODE = { development: false } as const;

/**
 * The libraries hear the same, ahead of their own first line. For the developer Elysia writes all that was refused into each error,
 * indented: of 16 kB of brackets it makes 128 MB, which nobody ever reads.
 */
process.env.NODE_ENV = "production";
