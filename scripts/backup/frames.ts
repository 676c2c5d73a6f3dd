import type { Table } from "./tables.ts";

/**
 * What a backup is made of, gzipped: frames, each with its kind (one byte), its length (four, big-endian) and its bytes.
 * `head` is the first, `end` the last; between them each `table` goes before its rows, as Postgres writes a row as text.
 */
export type Frame =
  | { kind: "head"; head: Head }
  | { kind: "table"; table: Table }
  | { kind: "rows"; rows: string[] }
  | { kind: "end"; counts: Record<string, number> };
export type Head = { format: 1; takenAt: string; migrations: string[] };

const KINDS = ["head", "table", "rows", "end"] as const;
const HEADER_BYTES = 5;
/** Far above what some rows hold; what claims more is no backup of ours. */
const FRAME_MAX_BYTES = 512 * 1024 * 1024;

/** A file that is not what a backup should be: not ours, cut off, or of another version. */
export class NotABackup extends Error {}

export function toBytes(frame: Frame): Buffer {
  const { kind, ...content } = frame;
  const bytes = Buffer.from(JSON.stringify(content));
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(KINDS.indexOf(kind), 0);
  header.writeUInt32BE(bytes.byteLength, 1);
  return Buffer.concat([header, bytes]);
}

/** The frames of a backup, whatever pieces its bytes come in. Throws NotABackup where they end in the middle. */
export async function* framesIn(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  let rest = Buffer.alloc(0);
  for await (const piece of pieces) {
    rest = Buffer.concat([rest, piece]);
    while (rest.length >= HEADER_BYTES) {
      const kind = KINDS[rest.readUInt8(0)];
      const end = HEADER_BYTES + rest.readUInt32BE(1);
      if (!kind || end > FRAME_MAX_BYTES) throw new NotABackup("this is no backup of ours");
      if (rest.length < end) break;
      yield toFrame(kind, rest.subarray(HEADER_BYTES, end));
      rest = rest.subarray(end);
    }
  }
  if (rest.length > 0) throw new NotABackup("it is cut off");
}

function toFrame(kind: Frame["kind"], bytes: Uint8Array): Frame {
  return { kind, ...JSON.parse(Buffer.from(bytes).toString()) };
}
