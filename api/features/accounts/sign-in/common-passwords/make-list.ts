import { createHash } from "node:crypto";
import { join } from "node:path";
import { PASSWORD_MIN } from "#contract/limits";
import { BYTES_EACH, comparable } from "./is-common.ts";

// Regenerates list.bin: bun api/features/accounts/sign-in/common-passwords/make-list.ts FILE
// FILE has one password per line, most common first. docs/decisions names the source used.
const LINES_READ = 500_000;

const [file] = process.argv.slice(2);
if (!file) throw new Error("usage: make-list.ts FILE");
const lines = (await Bun.file(file).text()).split(/\r?\n/).slice(0, LINES_READ);
const passwords = new Set(lines.map(comparable).filter((password) => [...password].length >= PASSWORD_MIN));
const hashes = [...passwords].map((password) => createHash("sha256").update(password).digest().subarray(0, BYTES_EACH));
await Bun.write(join(import.meta.dir, "list.bin"), Buffer.concat(hashes.toSorted(Buffer.compare)));
console.log(`${passwords.size} passwords`);
