/** Returns the origin of an http or https URL; null if it is none, or has more, such as a path or a password. */
export function readOrigin(text: string): string | null {
  const url = /\s/.test(text) ? null : URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  return url.href === `${url.origin}/` ? url.origin : null;
}
