/** Collapses leading slashes to one: `//evil.example/` would lead to another website. */
export const ownPath = (path: string): string => path.replace(/^\/{2,}/, "/");
