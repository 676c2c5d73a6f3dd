/**
 * Reads a request body, at most up to the first chunk past `maxBytes`. Returns null if it is larger.
 * Throws the connection's error if the client disconnected, or was cut off for being too slow.
 */
export async function boundedBody(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const { headers } = request;
  if (Number(headers.get("content-length")) > maxBytes) return null;
  // HTTP holds a client to the announced length, and reading chunk by chunk takes several times as long.
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
