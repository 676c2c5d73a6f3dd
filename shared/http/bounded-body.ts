/**
 * Reads a request's body, and no further than the first piece past the bound: null where it is larger.
 * Throws what the connection says where its sender left, or was too slow and was cut off.
 */
export async function boundedBody(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const { headers } = request;
  if (Number(headers.get("content-length")) > maxBytes) return null;
  // HTTP holds a sender to the length that was said; reading piece by piece takes several times as long.
  const isMeasured = headers.has("content-length") && !headers.has("transfer-encoding");
  const bytes = isMeasured ? await request.bytes() : await readPieces(request, maxBytes);
  return bytes.byteLength > maxBytes ? null : bytes;
}

async function readPieces(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request.body ?? []) {
    size += piece.byteLength;
    pieces.push(piece);
    if (size > maxBytes) break;
  }
  return Buffer.concat(pieces);
}
