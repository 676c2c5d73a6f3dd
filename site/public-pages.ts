/** The pages that are the same for everybody, and the query parameters with which they still are. */
const PUBLIC_PAGES: Readonly<Record<string, readonly string[]>> = {
  "/": [],
  "/create": ["type"],
  "/send-message": ["tree", "before"],
  "/report": ["tree", "message", "before"],
  "/sign-in": [],
  "/sign-up": [],
  "/reset-password": [],
};

/**
 * Whether a page, by its path and query without a language, is the same for everybody who reads its language, so that caches may share
 * it. Whatever else an address holds is one person's: what they just did (`hung`), or what they typed (`/create?name=`).
 */
export function isPublicPage(path: string, query: string): boolean {
  const parameters = PUBLIC_PAGES[path];
  if (!parameters) return false;
  return query === "" || [...new URLSearchParams(query).keys()].every((name) => parameters.includes(name));
}

/** The pages that depend on who is signed in. */
export const isSessionPage = (path: string): boolean =>
  /^\/(my-trees|account|moderation|confirm-email)(\/|$)/.test(path);

/** Of those, the pages that hold what one person alone may read: an owner's, and a moderator's. */
export const isForOneAlone = (path: string): boolean => /^\/(my-trees|account|moderation)(\/|$)/.test(path);
