/** A path with one slash at its front: `//evil.example/` would lead to another website. */
export const ownPath = (path: string): string => path.replace(/^\/{2,}/, "/");
