/** An answer's body in bytes: in one piece, or in several that are to be sent one behind the other. */
export type Pieces = readonly Uint8Array<ArrayBuffer>[];

/** A page of gifts has up to 30 kB. */
let room = new Uint8Array(2 ** 15);

/**
 * The pieces as one, for a `Response` that is made at once: that copies them, and the next ones are laid in the same place. So no
 * block of memory is taken, filled and cleared up for each answer. One piece alone is given as it is.
 */
export function laidTogether(pieces: Pieces): Uint8Array<ArrayBuffer> {
  const [first] = pieces;
  if (first && pieces.length === 1) return first;
  const length = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (length > room.byteLength) room = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    room.set(piece, at);
    at += piece.byteLength;
  }
  return room.subarray(0, length);
}

/** The pieces as one, to be kept, or sent later. */
export function inOnePiece(pieces: Pieces): Uint8Array<ArrayBuffer> {
  const [first] = pieces;
  return first && pieces.length === 1 ? first : Buffer.concat(pieces);
}
