import { spawnSync } from "node:child_process";

/** The result of npm's audit of the runtime dependencies: sound, unsound with the vulnerable packages, or unknown. */
export type Audit = { is: "sound" } | { is: "unsound"; packages: string[] } | { is: "unknown"; why: string };

const SEVERE = new Set(["high", "critical"]);
const COMMAND = ["audit", "--omit=dev", "--audit-level=high", "--json", "--fetch-retries=0", "--fetch-timeout=20000"];
const WAIT_MS = 60_000;

/**
 * Audits against the registry that npm is configured with. A registry without an audit, or none in reach, is not a
 * failure.
 */
export function auditDependencies(): Audit {
  const { stdout, error } = spawnSync("npm", COMMAND, { encoding: "utf8", timeout: WAIT_MS });
  return error ? { is: "unknown", why: "npm could not be run" } : readAudit(stdout);
}

/** Parses the output of `npm audit --json`. */
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

/** Returns the status or the network's error code; never the registry's address. */
function causeOf({ statusCode, error }: { statusCode?: number; error?: { code?: string } }): string {
  if (statusCode) return `the registry answered ${statusCode}`;
  return error?.code ? `the registry cannot be reached (${error.code})` : "the registry has no audit";
}
