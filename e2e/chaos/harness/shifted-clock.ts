import { readFileSync } from "node:fs";

// Preloaded into the programs: shifts their clock by as many milliseconds as a file says. Elapsed time
// (performance.now, timers) is not affected, as when a machine's clock is set.
const FILE = process.env.SHIFTED_CLOCK_FILE ?? "";
const LOOK_EVERY_MS = 100;
const RealDate = Date;
let shiftMs = 0;

function look(): void {
  shiftMs = Number(readFileSync(FILE, "utf8")) || 0;
}
look();
setInterval(look, LOOK_EVERY_MS).unref();

const now = () => RealDate.now() + shiftMs;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, as) => Reflect.construct(target, given.length > 0 ? given : [now()], as),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
