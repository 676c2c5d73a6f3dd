import { readFileSync } from "node:fs";
import { join } from "node:path";

const GUIDE = readFileSync(join(import.meta.dir, "../../docs/operating.md"), "utf8");

/**
 * A file out of docs/operating.md, by the words of its first line, with other ports: what is tried is what operators read.
 * A port that the guide does not name is an error.
 */
export function fromTheGuide(firstLine: string, ports: Record<number, number>): string {
  const block = GUIDE.split("```").find((each) => each.trimStart().startsWith(firstLine));
  if (!block) throw new Error(`docs/operating.md has no "${firstLine}".`);
  const missing = Object.keys(ports).filter((port) => !block.includes(port));
  if (missing.length > 0) throw new Error(`docs/operating.md does not name ${missing.join(", ")} there.`);
  return block.replace(/(?<=:|(?:port|listen)\s?=?\s?)\d{2,5}\b/g, (port) => String(ports[Number(port)] ?? port));
}
