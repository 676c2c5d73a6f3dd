/** The cache of CachedFragment.astro, by name. */
export const fragments = new Map<string, string>();
