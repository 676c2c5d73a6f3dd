/** What CachedFragment.astro remembers, by name. */
export const fragments = new Map<string, string>();
