/** Pages that are the same for everybody, with the query parameters that do not change this. */
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
 * Whether a page, by its path and query without a language, is the same for all readers of a language, so that caches
 * may share it. Any other query is personal: what the visitor just did (`hung`) or typed (`/create?name=`).
 */
export function isPublicPage(path: string, query: string): boolean {
  const parameters = PUBLIC_PAGES[path];
  if (!parameters) return false;
  return query === "" || [...new URLSearchParams(query).keys()].every((name) => parameters.includes(name));
}

/** Pages that depend on the session. */
export const isSessionPage = (path: string): boolean =>
  /^\/(my-trees|account|moderation|confirm-email)(\/|$)/.test(path);

/** Session pages with content for one person only: an owner's and a moderator's. */
export const isForOneAlone = (path: string): boolean => /^\/(my-trees|account|moderation)(\/|$)/.test(path);
