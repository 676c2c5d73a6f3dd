import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { crc32, deflateSync } from "node:zlib";
import { initWasm } from "@resvg/resvg-wasm";

// The rasterizer, compiled once for each thread.
await initWasm(await readFile(fileURLToPath(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))));

export { Resvg, type ResvgRenderOptions } from "@resvg/resvg-wasm";

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const BITS_PER_CHANNEL = 8;
const TRUE_COLOUR = 2;
/** Some messengers show no picture above 300 kB. */
const BYTES_AT_MOST = 300_000;
/** The lowest bits to drop of each color, as few as it takes: they are nearly invisible, and noise to compression. */
const DROPPED_BITS = [1, 2, 3] as const;

/**
 * Encodes an opaque picture as a PNG (RFC 2083) of at most 300 kB, from its RGBA bytes. The rasterizer's own PNGs are too
 * large for messengers. These are about 40 % smaller: no transparency, the lowest bit of each color dropped, or as many
 * as the size demands, and maximum compression.
 */
export function pngOf(pixels: Uint8Array, width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, BITS_PER_CHANNEL);
  header.setUint8(9, TRUE_COLOUR);
  let encoded = Buffer.alloc(0);
  for (const bits of DROPPED_BITS) {
    encoded = Buffer.concat([
      SIGNATURE,
      chunk("IHDR", new Uint8Array(header.buffer)),
      chunk("IDAT", deflateSync(rowsOf(pixels, width, 0xff << bits), { level: 9 })),
      chunk("IEND", new Uint8Array()),
    ]);
    if (encoded.length <= BYTES_AT_MOST) break;
  }
  return encoded;
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** The colors row by row. Each row begins with filter type 0: drawings with flat areas compress best unfiltered. */
function rowsOf(pixels: Uint8Array, width: number, mask: number): Uint8Array {
  // White stays white.
  const levels = Uint8Array.from({ length: 256 }, (_, value) => ((value & mask) === (255 & mask) ? 255 : value & mask));
  const rowBytes = 1 + width * 3;
  const rows = new Uint8Array((pixels.length / (width * 4)) * rowBytes);
  let at = 0;
  for (let pixel = 0; pixel < pixels.length; pixel += 4) {
    if (at % rowBytes === 0) at++;
    for (let channel = 0; channel < 3; channel++) rows[at++] = levels[pixels[pixel + channel] ?? 0] ?? 0;
  }
  return rows;
}
