import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const read = (file: string) => readFileSync(join(import.meta.dir, "..", file), "utf8");
type Package = { license?: string; dev?: boolean };
const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, Package> };
const rows = read("docs/third-party.md")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.split(" | ").map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name)));

test("docs/third-party.md has the license of every package, and names those that ask for more than their notice", () => {
  const [plain = [], ...named] = rows;
  const unlisted = Object.entries(packages).filter(([path, { license = "none", dev }]) => {
    if (path === "" || dev) return false;
    const name = path.replace(/.*node_modules\//, "");
    const isPlain = (each: string) => plain[0]?.includes(each);
    const isNamed = (each: string) =>
      named.some(([licenses, names]) => licenses?.includes(each) && names?.some((known) => name.startsWith(known)));
    return !license
      .replace(/[()]/g, "")
      .split(/ AND | OR /)
      .every((each) => isPlain(each) || isNamed(each));
  });
  expect(unlisted).toEqual([]);
});
