import { spawnSync } from "node:child_process";

/** What npm's audit said of what the service runs on: sound, or which packages have a known hole, or that nobody could tell. */
export type Audit = { is: "sound" } | { is: "unsound"; packages: string[] } | { is: "unknown"; why: string };

const SEVERE = new Set(["high", "critical"]);
const COMMAND = ["audit", "--omit=dev", "--audit-level=high", "--json", "--fetch-retries=0", "--fetch-timeout=20000"];
const WAIT_MS = 60_000;

/** Asks the registry that npm is set up with. One without an audit, or none in reach, is no fault of the code. */
export function auditDependencies(): Audit {
  const { stdout, error } = spawnSync("npm", COMMAND, { encoding: "utf8", timeout: WAIT_MS });
  return error ? { is: "unknown", why: "npm could not be asked" } : readAudit(stdout);
}

/** Reads what `npm audit --json` wrote. */
export function readAudit(written: string): Audit {
  try {
    const report = JSON.parse(written);
    if (report.metadata?.vulnerabilities === undefined) return { is: "unknown", why: causeOf(report) };
    const found: [string, { severity: string }][] = Object.entries(report.vulnerabilities);
    const packages = found.filter(([, { severity }]) => SEVERE.has(severity)).map(([name]) => name);
    return packages.length > 0 ? { is: "unsound", packages } : { is: "sound" };
  } catch {
    return { is: "unknown", why: "npm wrote no report" };
  }
}

/** The status or the network's own word; never the registry's address. */
function causeOf({ statusCode, error }: { statusCode?: number; error?: { code?: string } }): string {
  if (statusCode) return `the registry answered ${statusCode}`;
  return error?.code ? `the registry cannot be reached (${error.code})` : "the registry has no audit";
}
