/**
 * Texts are padded to multiples of this: ciphertext is as long as its plaintext, and an exact length reveals something.
 */
const PADDING_STEP_BYTES = 64;

const MARK = 0x80;

/** Appends a mark and zeros up to the next step: 1 to 64 bytes, never none. */
export function pad(bytes: Uint8Array): Buffer {
  const steps = Math.floor(bytes.length / PADDING_STEP_BYTES) + 1;
  const padded = Buffer.alloc(steps * PADDING_STEP_BYTES);
  padded.set(bytes);
  padded[bytes.length] = MARK;
  return padded;
}

/** Removes the padding. Throws if there is no mark: the bytes were not padded by `pad`. */
export function unpad(padded: Buffer): Buffer {
  let end = padded.length;
  while (end > 0 && padded[end - 1] === 0) end -= 1;
  if (end === 0 || padded[end - 1] !== MARK) throw new Error("these bytes were not padded");
  return padded.subarray(0, end - 1);
}
