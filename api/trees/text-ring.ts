/** A text has this many bytes ahead of it that tell its length. */
const LENGTH_BYTES = 2;
const LONGEST = 2 ** 16 - 1;

/**
 * Short texts as bytes in one block, of which the engine's clearing up sees nothing: as strings, a hundred thousand took 35 MiB more.
 * Written one behind the other, round and round: each is there until the ring has come round to it.
 */
export function textRing(bytesMax: number) {
  // Not filled with zeros: what was never written to takes no memory.
  const bytes = Buffer.allocUnsafeSlow(bytesMax);
  /** Where the next text begins, and each text's name: counted on and on, not from the ring's beginning. */
  let next = 0;

  return {
    /** The name to have it again by; null where it is too long. */
    add(text: Uint8Array): number | null {
      const needed = LENGTH_BYTES + text.byteLength;
      if (needed > Math.min(bytesMax, LONGEST)) return null;
      // No text is cut in two by the end of the block.
      const left = bytesMax - (next % bytesMax);
      const begin = needed > left ? next + left : next;
      const at = begin % bytesMax;
      bytes.set(text, at + LENGTH_BYTES);
      bytes.writeUInt16LE(text.byteLength, at);
      next = begin + needed;
      return begin;
    },

    /** Where it lies: to be read before another is added. Undefined where it was written over meanwhile. */
    get(begin: number): Uint8Array | undefined {
      if (next - begin > bytesMax) return undefined;
      const at = begin % bytesMax;
      return bytes.subarray(at + LENGTH_BYTES, at + LENGTH_BYTES + bytes.readUInt16LE(at));
    },

    /** Whether three quarters of the ring were written since: who wants to keep it adds it again. */
    isOld: (begin: number): boolean => next - begin > bytesMax * 0.75,
  };
}
