import { createHash } from "node:crypto";
import { chownSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OperatorError } from "../../../../shared/operator-error.ts";
import type { Account } from "./account.ts";

const SOCKET = ".s.PGSQL.5432";
// 104 bytes on macOS, 108 on Linux, the last one a NUL.
const LONGEST_SOCKET_PATH = 103;

/** The folder of Postgres's Unix socket, and the URL to connect to it. */
export type SocketFolder = { path: string; url: string; answers(): Promise<boolean>; remove(): void };

export function makeSocketFolder(folder: string, account: Account): SocketFolder {
  const path = socketPath(folder);
  makePrivate(path, account);
  return {
    path,
    url: urlOf(path),
    answers: () => answers(join(path, SOCKET)),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Returns the URL of the database running on a data folder, or null if none is running. */
export async function runningDatabase(folder: string): Promise<string | null> {
  const path = socketPath(folder);
  return (await answers(join(path, SOCKET))) ? urlOf(path) : null;
}

function urlOf(path: string): string {
  return `postgres://tree@localhost/tree?host=${encodeURIComponent(path)}`;
}

/**
 * In the data folder or, if that path is too long for a socket or contains a list separator, in the temporary folder.
 */
function socketPath(folder: string): string {
  const inData = join(folder, "socket");
  const fits = Buffer.byteLength(join(inData, SOCKET)) <= LONGEST_SOCKET_PATH && !/[",]/.test(inData);
  if (fits) return inData;
  return join(tmpdir(), `tree-gifting-${createHash("sha256").update(folder).digest("hex").slice(0, 12)}`);
}

function makePrivate(path: string, account: Account): void {
  const me = process.geteuid?.() ?? -1;
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(path);
  // The folder's owner could put another socket there, and intercept the traffic.
  const isOurs = uid === me || (account.uid !== undefined && uid === account.uid);
  if (!isOurs || (mode & 0o170777) !== 0o040700) {
    throw new OperatorError(`The folder ${path} is not private to this user: delete it and start again.`);
  }
  if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid);
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    connection.once("connect", () => resolve(true)).once("error", () => resolve(false));
    connection.once("connect", () => connection.destroy());
  });
}
