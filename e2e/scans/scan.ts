import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addDays } from "#contract/days";
import { dayIn } from "../../shared/time-zones.ts";
import { greeted, newDataDir, removeDataDir, startService, stop } from "../../test-support/running-service.ts";
import { tableOf } from "../audit/table.ts";
import { addGift, createTree, newOwner } from "../fixtures/visitors.ts";
import { standInFor } from "./guard.ts";
import { injectionsIn, TARGETS } from "./sqlmap.ts";
import { type Finding, findingsOf } from "./wapiti.ts";

// Runs two scanners against the running service, on this machine only: `npm run scan`. Takes ten minutes at most.
// Wapiti crawls the pages as a visitor and as an owner; sqlmap tries SQL injection on all inputs of the API.
const TREE_NAME = "A tree to be scanned";
// As on a real server: cookies and headers are those of https, although the scanners use http.
const SITE_URL = "https://tree.example";

for (const program of ["wapiti", "sqlmap"]) {
  if (spawnSync(program, ["--version"]).error) {
    console.error(`${program} is not installed. Install wapiti and sqlmap first; both are Debian packages.`);
    process.exit(1);
  }
}
const [folder, reports] = [newDataDir(), mkdtempSync(join(tmpdir(), "tree-scan-"))];
const service = await startService(folder, { SITE_URL, RATE_LIMITS: "off", LOG_LEVEL: "warn" });
const found: Finding[] = [];
try {
  await greeted(service);
  const { site, api } = service;
  const cookie = await newOwner(site);
  const today = dayIn("UTC", new Date());
  const makeTree = (openingDay: string) =>
    createTree(site, { owner: cookie, name: TREE_NAME, timeZone: "UTC", openingDay });
  const [open, closed] = [await makeTree(today), await makeTree(addDays(today, 30))];
  for (const { code } of [open, closed]) await addGift(api, code, "A text for the owner");

  const guard = standInFor(site);
  const ways: [string, string, string[]][] = [
    ["a visitor", "", ["/", `/send-message?tree=${open.code}`, `/report?tree=${open.code}`, `/v1/trees/${open.code}`]],
    ["an owner", cookie, ["/my-trees", `/my-trees/${open.code}`, `/my-trees/${closed.code}`, "/account"]],
  ];
  const rows: string[][] = [];
  for (const [who, signedIn, paths] of ways) {
    const { reached, findings } = await findingsOf({ who, address: guard.address, cookie: signedIn, paths, reports });
    found.push(...findings);
    rows.push(["Wapiti", `as ${who}: ${reached} pages and forms`, String(findings.length)]);
  }
  guard.stop();
  for (const { name, request } of TARGETS) {
    const injections = await injectionsIn(request({ site, api, code: open.code, cookie }), reports);
    found.push(...injections);
    rows.push(["sqlmap", name, String(injections.length)]);
  }
  console.log(`\n${tableOf(["", "where", "findings"], rows)}`);
} finally {
  await stop(service);
  removeDataDir(folder);
  rmSync(reports, { recursive: true });
}
for (const { kind, where, why } of found) console.log(`\n${kind}: ${where}\n  ${why ?? "TO FIX"}`);
process.exit(found.every(({ why }) => why) ? 0 : 1);
