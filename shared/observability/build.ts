import { readFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";

/** The release and, in a git checkout, the commit that this process runs: 40 hexadecimal digits, or "unknown". */
export const BUILD = { version, commit: commitOf(join(import.meta.dirname, "../../.git")) };

/** Reads git's files: git itself may not be installed, and refuses a folder that another user owns. */
function commitOf(gitFolder: string): string {
  const read = (name: string) => {
    try {
      return readFileSync(join(gitFolder, name), "utf8").trim();
    } catch {
      return "";
    }
  };
  const head = read("HEAD");
  const branch = /^ref: (.+)$/.exec(head)?.[1];
  const packed = () =>
    read("packed-refs")
      .split("\n")
      .find((line) => line.endsWith(` ${branch}`))
      ?.split(" ")[0];
  const commit = branch ? read(branch) || packed() : head;
  return /^[0-9a-f]{40}$/.test(commit ?? "") ? String(commit) : "unknown";
}
