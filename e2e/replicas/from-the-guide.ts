import { readFileSync } from "node:fs";
import { join } from "node:path";

const GUIDE = readFileSync(join(import.meta.dir, "../../docs/operating.md"), "utf8");

/**
 * Returns a config file from docs/operating.md, found by its first line, with other ports: this way the documented
 * files are tested. Throws if the guide does not contain one of the ports.
 */
export function fromTheGuide(firstLine: string, ports: Record<number, number>): string {
  const block = GUIDE.split("```").find((each) => each.trimStart().startsWith(firstLine));
  if (!block) throw new Error(`docs/operating.md has no "${firstLine}".`);
  const missing = Object.keys(ports).filter((port) => !block.includes(port));
  if (missing.length > 0) throw new Error(`docs/operating.md does not name ${missing.join(", ")} there.`);
  return block.replace(/(?<=:|(?:port|listen)\s?=?\s?)\d{2,5}\b/g, (port) => String(ports[Number(port)] ?? port));
}
