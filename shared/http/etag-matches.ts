/** Whether `If-None-Match` matches the ETag (RFC 9110, section 13.1.2: weak comparison). */
export function etagMatches(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((each) => each.trim().replace(/^W\//, "") === tag);
}
