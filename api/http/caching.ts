/** For how many seconds an answer about a tree may be kept: nobody sees one that is older. */
export const MAX_AGE_SECONDS = 5;
const STALE_SECONDS = 30;

/** What an answer about a tree depends on. */
export type TreeState = { version: number; opensAt: Date };
type Headers = Record<string, unknown>;

/** A strong entity tag: another for every change that can be seen, and for the opening itself. */
function entityTag({ version, opensAt }: TreeState, now: Date): string {
  return `"${version}${opensAt <= now ? "o" : "c"}"`;
}

/**
 * Lets an answer that was read so many seconds ago be cached for a moment, but never past the opening.
 * Returns its entity tag.
 */
export function allowCaching(headers: Headers, state: TreeState, now: Date, ageSeconds = 0): string {
  const untilOpening =
    state.opensAt > now ? Math.floor((state.opensAt.getTime() - now.getTime()) / 1000) : Number.POSITIVE_INFINITY;
  const maxAge = Math.min(Math.max(MAX_AGE_SECONDS - ageSeconds, 0), untilOpening);
  const stale = Math.min(STALE_SECONDS, untilOpening - maxAge);
  const tag = entityTag(state, now);
  headers.etag = tag;
  headers["cache-control"] = `public, max-age=${maxAge}, stale-while-revalidate=${stale}`;
  return tag;
}

/** Whether the caller holds this very answer already (RFC 9110, section 13.1.2: compared weakly). */
export function isKnown(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((each) => each.trim().replace(/^W\//, "") === tag);
}

/** The answer to somebody who holds it already. */
export function notModified(set: { status?: number | string }): null {
  set.status = 304;
  return null;
}
