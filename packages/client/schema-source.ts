import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeApi } from "../../api/openapi/description.ts";

const GENERATOR = join(import.meta.dir, "../../node_modules/.bin/openapi-typescript");
export const SCHEMA_FILE = join(import.meta.dir, "schema.ts");

/** The client's types, generated from the schemas of the API's description: it writes its requests itself. */
export function generatedSchema(): string {
  const folder = mkdtempSync(join(tmpdir(), "tree-client-"));
  const [description, schema] = [join(folder, "openapi.json"), join(folder, "schema.ts")];
  const api = describeApi({ apiUrl: "https://api.tree.example", siteUrl: "https://tree.example" });
  const { schemas } = api.components;
  writeFileSync(description, JSON.stringify({ ...api, paths: {}, components: { schemas } }));
  // With Bun: the generator needs a newer Node than the service does.
  const command = ["--bun", GENERATOR, description, "--output", schema, "--default-non-nullable=false"];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: "utf8" });
  if (status !== 0) throw new Error(`openapi-typescript failed: ${stderr}`);
  const source = readFileSync(schema, "utf8");
  rmSync(folder, { recursive: true });
  return source;
}

if (import.meta.main) writeFileSync(SCHEMA_FILE, generatedSchema());
