import { readFileSync } from "node:fs";
import { join } from "node:path";
import { output } from "./output.ts";

/** A scanner's finding; `why` explains one that was investigated and is not a vulnerability. */
export type Finding = { kind: string; where: string; why?: string };
type Walk = { who: string; address: string; cookie: string; paths: readonly string[]; reports: string };
type Report = Record<"vulnerabilities" | "anomalies", Record<string, { method: string; path: string; info: string }[]>>;

const MODULES = [
  ...["backup", "blindsql", "cookieflags", "crlf", "csp", "csrf", "exec", "file", "htaccess", "http_headers"],
  ...["methods", "permanentxss", "redirect", "shellshock", "sql", "xss", "xxe"],
];
const BOUNDS = ["-d", "4", "--max-files-per-dir", "10", "--max-scan-time", "60", "--max-attack-time", "40", "-t", "10"];
const LONGEST_MS = 15 * 60 * 1000;

/** Findings that were investigated. */
const KNOWN: { kind: string; where: RegExp; why: string }[] = [
  {
    kind: "Cross Site Request Forgery",
    where: /Lack of anti CSRF token/,
    why: "Forms carry no token on purpose: requests from other sites are recognized by Origin and Sec-Fetch-Site and refused; see api/http/guards.ts and site/server/csrf.ts with their tests.",
  },
  {
    kind: "HTTP Secure Headers",
    where: /X-XSS-Protection/,
    why: "It is 0 on purpose: the filters that it enabled in old browsers had vulnerabilities of their own.",
  },
  {
    kind: "Cross Site Scripting",
    where: /Permanent XSS.*\/(calendar\/\w+|my-trees\/\w+\/calendar)\.ics/,
    why: "A calendar file is not a page: it is sent as text/calendar, as an attachment, and with nosniff.",
  },
];

/** Crawls the site from these paths on, for some minutes, and runs Wapiti's attacks. */
export async function findingsOf({
  who,
  address,
  cookie,
  paths,
  reports,
}: Walk): Promise<{ reached: number; findings: Finding[] }> {
  const file = join(reports, `wapiti-${who.replace(" ", "-")}.json`);
  const starts = paths.flatMap((path) => ["-s", address + path]);
  const header = cookie ? ["-H", `Cookie: ${cookie}`] : [];
  const report = ["-f", "json", "-o", file, "--store-session", join(reports, who), "-v", "0", "--no-bugreport"];
  const command = ["-u", `${address}/`, ...starts, ...header, ...BOUNDS, "-m", MODULES.join(","), ...report];
  const said = await output(["wapiti", ...command], LONGEST_MS);
  const { vulnerabilities, anomalies }: Report = JSON.parse(readFileSync(file, "utf8"));
  const reached = Number(/Wapiti found (\d+) URLs/.exec(said)?.[1] ?? 0);
  const all = { ...vulnerabilities, ...anomalies };
  const findings = Object.entries(all).flatMap(([kind, each]) =>
    each.map(({ method, path, info }): Finding => {
      const where = `${method} ${path}: ${info.split("\n")[0]}`;
      return { kind, where, why: KNOWN.find((known) => known.kind === kind && known.where.test(where))?.why };
    }),
  );
  return { reached, findings };
}
