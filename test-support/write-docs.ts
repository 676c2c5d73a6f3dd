import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FILE = join(import.meta.dir, "../docs/performance.md");

/** Writes a measured part into docs/performance.md between its two marks, and leaves the text around them as it is. */
export function writeInto(part: string, text: string, file = FILE): void {
  const [begin, end] = [`<!-- measured: ${part} -->`, `<!-- end of ${part} -->`];
  const before = existsSync(file) ? readFileSync(file, "utf8") : "# Performance\n";
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  const block = `${begin}\n\n${text}\n\n${end}`;
  const after =
    from < 0 || to < from
      ? `${before.trimEnd()}\n\n${block}\n`
      : before.slice(0, from) + block + before.slice(to + end.length);
  writeFileSync(file, after);
}
