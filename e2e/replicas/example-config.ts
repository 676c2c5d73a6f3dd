import { readFileSync } from "node:fs";
import { join } from "node:path";

const OPS = join(import.meta.dir, "../../ops");

/**
 * Returns an example configuration of ops/ with other ports: this way the files that operators copy are tested. Throws if
 * the file does not contain one of the ports.
 */
export function exampleConfig(file: string, ports: Record<number, number>): string {
  const text = readFileSync(join(OPS, file), "utf8");
  const missing = Object.keys(ports).filter((port) => !text.includes(port));
  if (missing.length > 0) throw new Error(`ops/${file} does not name ${missing.join(", ")}.`);
  return text.replace(/(?<=:|(?:port|listen)\s?=?\s?)\d{2,5}\b/g, (port) => String(ports[Number(port)] ?? port));
}
