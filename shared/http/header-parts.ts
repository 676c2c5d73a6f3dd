/** Maximum length of a header that lists preferences. Longer than any real client's; longer ones are ignored. */
const PREFERENCE_MAX_LENGTH = 1000;

/** Returns a header that lists preferences, such as `Accept`, or undefined if it is missing or too long. */
export function preferenceIn(headers: Headers, name: string): string | undefined {
  const value = headers.get(name);
  return value === null || value.length > PREFERENCE_MAX_LENGTH ? undefined : value;
}

/**
 * Splits a header at a separator outside of quoted strings (RFC 9110, section 5.6). Reads each character once. An
 * unclosed quote extends to the end.
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
