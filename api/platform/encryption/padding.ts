/** Texts are sealed in steps of so many bytes: sealed bytes are as long as what they hold, and a length tells. */
const PADDING_STEP_BYTES = 64;

const MARK = 0x80;

/** Adds a mark and zeros up to the next step: 1 to 64 bytes, never none. */
export function pad(bytes: Uint8Array): Buffer {
  const steps = Math.floor(bytes.length / PADDING_STEP_BYTES) + 1;
  const padded = Buffer.alloc(steps * PADDING_STEP_BYTES);
  padded.set(bytes);
  padded[bytes.length] = MARK;
  return padded;
}

/** What was padded. Throws where there is no mark: these bytes were never padded here. */
export function unpad(padded: Buffer): Buffer {
  let end = padded.length;
  while (end > 0 && padded[end - 1] === 0) end -= 1;
  if (end === 0 || padded[end - 1] !== MARK) throw new Error("these bytes were not padded");
  return padded.subarray(0, end - 1);
}
