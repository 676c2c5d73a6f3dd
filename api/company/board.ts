import { createHash, randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Where the processes of one machine show each other which trees they changed: each tree shares a number with some others, and
 * whoever changes it counts that up, after the change and before saying that it is done. What was read when the count was the
 * same as now is as good as new, without a word to anybody.
 */
export type Board = {
  /** What the board is known by, as the key of a lock of Postgres's; null where no other process can see it. */
  mark: BoardMark | null;
  /** How often other processes changed this tree, or one that shares its number, since whenever: only another count says something. */
  countOf(shareCode: string): number;
  /** This process changed each of these trees, or all that there are. */
  countUp(shareCodes: Iterable<string> | "all"): void;
};
/** A number of 62 bits, in two. */
export type BoardMark = { high: number; low: number };

/** Named by its form: programs that would find a tree's number elsewhere must not share it. */
const FILE = "changes-1.board";
const ID_BYTES = 16;
const NUMBERS = 2 ** 17;
const BYTES = ID_BYTES + 4 * (1 + NUMBERS);

/**
 * File systems, by their numbers in Linux, that look for new room whenever a page is written again: where there is none, the
 * kernel ends the program that wrote to it.
 */
const NEEDING_ROOM = new Map([
  [0x9123683e, "btrfs"],
  [0x2fc12fc1, "zfs"],
  [0xca451a4e, "bcachefs"],
  [0xf2f52010, "f2fs"],
  [0x65735546, "fuse"],
]);
const fileSystemOf = (folder: string) => statfsSync(folder).type >>> 0;

/** A board that this process alone can see. */
export const ownBoard = (): Board => boardIn(new Int32Array(1 + NUMBERS), null);

/**
 * The board of all processes that were given this folder, on this machine: others may have the folder, too, over a network, and a
 * file that both change is not the same for both at once. Nor is a copy of it, though all of its bytes are. Throws where a file
 * cannot be shared so.
 */
export function openBoard(folder: string, fileSystem = fileSystemOf): Board {
  // What tells two machines apart, and holds for all containers of one.
  const machine = readFileSync("/proc/sys/kernel/random/boot_id", "utf8");
  const path = join(folder, FILE);
  if (!existsSync(path)) makeFile(folder, path);
  const needingRoom = NEEDING_ROOM.get(fileSystem(folder));
  if (needingRoom) throw new Error(`${needingRoom} looks for new room whenever a page is written again`);
  const { size, dev, ino } = statSync(path, { bigint: true });
  if (size !== BigInt(BYTES)) throw new Error(`${path} has ${size} bytes instead of ${BYTES}`);
  const bytes = Bun.mmap(path, { shared: true });
  const hash = createHash("sha256").update(`${machine} ${dev} ${ino}`).update(bytes.subarray(0, ID_BYTES)).digest();
  const mark = { high: (hash.readUInt32BE(0) >>> 1) | 1, low: hash.readUInt32BE(4) >>> 1 };
  return boardIn(new Int32Array(bytes.buffer, bytes.byteOffset + ID_BYTES), mark);
}

/** Whole, or not at all: of two that make it at the same time one finds it made. */
function makeFile(folder: string, path: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  // Every byte of it is written now: a page that is found to have no room on the disk only when it is counted up ends the process.
  const bytes = Buffer.concat([randomBytes(ID_BYTES), Buffer.alloc(BYTES - ID_BYTES)]);
  try {
    writeFileSync(draft, bytes, { mode: 0o600 });
    linkSync(draft, path);
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The first number stands for all trees. What this process counted up itself, it knows of, and takes off. */
function boardIn(numbers: Int32Array<ArrayBuffer>, mark: BoardMark | null): Board {
  const own = new Int32Array(numbers.length);
  const ofOthers = (place: number) => Atomics.load(numbers, place) - (own[place] ?? 0);
  function add(place: number): void {
    Atomics.add(numbers, place, 1);
    own[place] = (own[place] ?? 0) + 1;
  }
  return {
    mark,
    countOf: (shareCode) => (ofOthers(0) + ofOthers(placeOf(shareCode))) | 0,
    countUp(shareCodes) {
      if (shareCodes === "all") add(0);
      else for (const code of shareCodes) add(placeOf(code));
    },
  };
}

/** FNV-1a, mixed once more: codes that differ in one letter share no number more often than any others. */
function placeOf(shareCode: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < shareCode.length; i += 1) hash = Math.imul(hash ^ shareCode.charCodeAt(i), 0x01000193);
  return 1 + ((hash ^ (hash >>> 15)) & (NUMBERS - 1));
}
