import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const UNITS = join(ROOT, "ops/systemd");
const textOf = (unit: string) => readFileSync(join(UNITS, unit), "utf8");
const services = readdirSync(UNITS).filter((name) => name.endsWith(".service"));
const running = services.filter((name) => !textOf(name).includes("Type=oneshot"));

test("has a unit for each way to run", () => {
  expect(services.toSorted()).toEqual([
    "tree-api@.service",
    "tree-gifting-backup.service",
    "tree-gifting-drill.service",
    "tree-gifting.service",
    "tree-site@.service",
  ]);
});

test.each(services)("%s runs a file that exists, as its own user, without npm", (unit) => {
  const [, start = ""] = textOf(unit).match(/^ExecStart=(.+)$/m) ?? [];
  const [program, file = ""] = start.split(" ");
  expect(["/opt/tree-gifting/current/node_modules/.bin/bun", "/bin/sh"]).toContain(program ?? "");
  expect(existsSync(join(ROOT, file))).toBe(true);
  expect(textOf(unit)).toContain("\nUser=tree\n");
  expect(readFileSync(join(UNITS, "sysusers.conf"), "utf8")).toMatch(/^u tree /m);
});

const hardening = (unit: string) => textOf(unit).split("\n# What the service may do.")[1]?.split("\n\n")[0]?.trimEnd();

test.each(services)("%s may do no more than the others", (unit) => {
  expect(hardening(unit)).toContain("ProtectSystem=strict");
  expect(hardening(unit)).toBe(hardening("tree-gifting.service"));
});

test.each(running)("%s comes back after every end, and has time to stop", (unit) => {
  for (const line of ["StartLimitIntervalSec=0", "Restart=always", "TimeoutStopSec=40", "LogRateLimitIntervalSec=0"])
    expect(textOf(unit)).toContain(`\n${line}\n`);
});

test.each(services)("%s holds no secret: each comes from a credential", (unit) => {
  const text = textOf(unit);
  expect(text).not.toMatch(/\b(MESSAGE_KEY|PUSH_KEY|SESSION_SECRET|INTERNAL_KEY|DATABASE_URL|SMTP_URL)=/);
  const used = [...text.matchAll(/_FILE=%d\/(\S+)/g)].map(([, name]) => name);
  const loaded = [...text.matchAll(/^LoadCredential=([^:]+):/gm)].map(([, name]) => name);
  expect(used.toSorted()).toEqual(loaded.toSorted());
});

test.each(readdirSync(UNITS).filter((name) => name.endsWith(".timer")))("%s starts a service that exists", (timer) => {
  expect(services).toContain(timer.replace(".timer", ".service"));
  expect(textOf(timer)).toContain("Persistent=true");
});
