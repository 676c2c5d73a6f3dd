import type { NeededKey, Table } from "./tables.ts";

/**
 * The format of a backup (gzipped): a sequence of frames. Each has its kind (one byte), its length (four bytes,
 * big-endian) and its bytes. `head` is the first frame, `end` the last. In between, each `table` precedes its rows,
 * which are in Postgres' text form of a row.
 */
export type Frame =
  | { kind: "head"; head: Head }
  | { kind: "table"; table: Table }
  | { kind: "rows"; rows: string[] }
  | { kind: "end"; counts: Record<string, number> };
/** `keys`: the message keys that its texts need. */
export type Head = { format: 1; takenAt: string; migrations: readonly string[]; keys: NeededKey[] };

const KINDS = ["head", "table", "rows", "end"] as const;
const HEADER_BYTES = 5;
/** Far more than the rows of one frame need. A file that claims more is not a backup. */
const FRAME_MAX_BYTES = 512 * 1024 * 1024;

/** The file is not a usable backup: another format, truncated, or from another version. */
export class NotABackup extends Error {}

export function toBytes(frame: Frame): Buffer {
  const { kind, ...content } = frame;
  const bytes = Buffer.from(JSON.stringify(content));
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(KINDS.indexOf(kind), 0);
  header.writeUInt32BE(bytes.byteLength, 1);
  return Buffer.concat([header, bytes]);
}

/**
 * Yields the frames of a backup, however its bytes are chunked. Throws NotABackup if it ends in the middle of a frame.
 */
export async function* framesIn(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  let rest = Buffer.alloc(0);
  for await (const piece of pieces) {
    rest = Buffer.concat([rest, piece]);
    while (rest.length >= HEADER_BYTES) {
      const kind = KINDS[rest.readUInt8(0)];
      const end = HEADER_BYTES + rest.readUInt32BE(1);
      if (!kind || end > FRAME_MAX_BYTES) throw new NotABackup("it is not a backup of this service");
      if (rest.length < end) break;
      yield toFrame(kind, rest.subarray(HEADER_BYTES, end));
      rest = rest.subarray(end);
    }
  }
  if (rest.length > 0) throw new NotABackup("it is truncated");
}

function toFrame(kind: Frame["kind"], bytes: Uint8Array): Frame {
  return { kind, ...JSON.parse(Buffer.from(bytes).toString()) };
}
