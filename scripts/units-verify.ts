// Checks the units in ops/systemd with systemd-analyze (systemd 250 or newer): `npm run units:verify`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const UNITS = join(import.meta.dir, "../ops/systemd");
/** Of 10; systemd calls less than 5 OK. */
const EXPOSURE_BELOW = 3;

const folder = mkdtempSync(join(tmpdir(), "units-"));
const names = readdirSync(UNITS).filter((name) => /\.(service|timer)$/.test(name));
// The program need not be installed where the units are checked.
const programs = /\/opt\/tree-gifting\/current\/node_modules\/\.bin\/bun/g;
for (const name of names) {
  writeFileSync(join(folder, name), readFileSync(join(UNITS, name), "utf8").replace(programs, process.execPath));
}
let failures = 0;
for (const name of names) {
  verify(name);
  if (name.endsWith(".service")) measure(name);
}
rmSync(folder, { recursive: true });
process.exit(failures > 0 ? 1 : 0);

function verify(name: string): void {
  const { status, said } = analyze("verify", "--man=no", join(folder, name.replace("@.", "@1.")));
  // It also reads the units of this machine, and complains of them.
  const complaints = said.split("\n").filter((line) => line.includes("tree-"));
  report(name, status === 0 && complaints.length === 0, complaints.join("\n") || "verified");
}

function measure(name: string): void {
  const { said } = analyze("security", "--offline=true", join(folder, name));
  const exposure = Number(said.match(/exposure level for .*?: ([\d.]+)/)?.[1]);
  report(name, exposure < EXPOSURE_BELOW, `exposure ${exposure}`);
}

function analyze(...words: string[]) {
  const { status, stdout, stderr, error } = spawnSync("systemd-analyze", words, { encoding: "utf8" });
  if (error) {
    console.error("systemd-analyze cannot be run here: install systemd 250 or newer.");
    process.exit(1);
  }
  return { status, said: stdout + stderr };
}

function report(name: string, isSound: boolean, what: string): void {
  console.log(`${isSound ? "ok  " : "FAIL"} ${name}: ${what}`);
  if (!isSound) failures += 1;
}
