import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeApi } from "./description.ts";

// Checks the description with Redocly's strictest rules, and with Spectral and OWASP's rules. Both linters are large
// and used only here, so they are downloaded on first use, in pinned versions.
const LINTERS = ["@redocly/cli@2.77.0", "@stoplight/spectral-cli@6.16.3", "@stoplight/spectral-owasp-ruleset@2.0.1"];
const FOLDER = join(import.meta.dir, "../../node_modules/.linters");

mkdirSync(FOLDER, { recursive: true });
if (!existsSync(join(FOLDER, "node_modules/.bin/spectral"))) {
  console.log(`Fetching ${LINTERS.join(", ")} from npm.`);
  const options = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"];
  run("npm", ["install", "--prefix", FOLDER, ...options, ...LINTERS]);
}
writeFileSync(join(FOLDER, "openapi.json"), JSON.stringify(describeApi(example()), null, 2));
// Spectral looks for rule packages next to its ruleset.
copyFileSync(join(import.meta.dir, "spectral.yaml"), join(FOLDER, "spectral.yaml"));
run("node_modules/.bin/redocly", ["lint", "--extends=recommended-strict", "openapi.json"]);
run("node_modules/.bin/spectral", ["lint", "--ruleset=spectral.yaml", "--fail-severity=warn", "openapi.json"]);

function example() {
  return { apiUrl: "https://api.tree.example", siteUrl: "https://tree.example" };
}

function run(command: string, options: readonly string[]): void {
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const { status } = spawnSync(command, options, { cwd: FOLDER, env, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) process.exit(1);
}
