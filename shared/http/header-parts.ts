/** What a client says in one header about the answers that it takes. Longer than any client's, it is not read. */
const PREFERENCE_MAX_LENGTH = 1000;

/** A header that names preferences, such as `Accept`, or undefined where it is missing or longer than any client's. */
export function preferenceIn(headers: Headers, name: string): string | undefined {
  const value = headers.get(name);
  return value === null || value.length > PREFERENCE_MAX_LENGTH ? undefined : value;
}

/**
 * A header's text, split at a separator outside of quoted strings (RFC 9110, section 5.6). Reads each character once; a quote that
 * is never closed reaches to the end.
 */
export function splitUnquoted(text: string, separator: "," | ";"): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted && character === "\\") at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
