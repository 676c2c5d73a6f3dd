/**
 * What Bun is told for every server of ours. By itself it serves as if for the developer: it tells everybody its version and
 * the system's at `/bun:info`, and shows whoever meets an error the sources around it.
 */
export const FOR_STRANGERS = { development: false } as const;
