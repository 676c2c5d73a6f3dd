/**
 * Whether a key was asked for before, of late: so many of those that came last are known (a power of two), each by a number that
 * hardly any other has. For what is worth remembering only where it is asked for again: whoever walks through everything once,
 * as a crawler does, then pushes out nothing that others ask for.
 */
export function askedBefore(keysMax: number): (key: string) => boolean {
  const hashes = new Uint32Array(keysMax);
  return (key) => {
    const hash = Bun.hash.xxHash32(key);
    const place = hash & (keysMax - 1);
    const isKnown = hashes[place] === hash;
    hashes[place] = hash;
    return isKnown;
  };
}
