import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atTheEnd } from "../../test-support/stopping.ts";
import { findTool } from "../tools.ts";
import { type Program, startServer } from "./program.ts";

/**
 * Starts nginx over a folder of files with their precompressed twins, configured as its guide recommends, with these
 * headers on each answer.
 */
export async function startNginx(
  folder: string,
  path: string,
  port: number,
  headers: ReadonlyMap<string, string> = new Map(),
): Promise<Program> {
  const home = mkdtempSync(join(tmpdir(), "tree-bench-nginx-"));
  atTheEnd(() => rmSync(home, { recursive: true, force: true }));
  mkdirSync(join(home, "temporary"));
  const file = join(home, "nginx.conf");
  writeFileSync(file, configuration(home, folder, port, headers));
  const command = [findTool("nginx") ?? "nginx", "-c", file, "-p", home, "-e", "stderr", "-g", "daemon off;"];
  return startServer({ command, env: {}, port, path });
}

const configuration = (home: string, folder: string, port: number, headers: ReadonlyMap<string, string>) => `
worker_processes auto;
pid ${home}/nginx.pid;
events { worker_connections 512; }
http {
  types { text/html html; }
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  open_file_cache max=1000;
  client_body_temp_path ${home}/temporary;
  proxy_temp_path ${home}/temporary;
  fastcgi_temp_path ${home}/temporary;
  uwsgi_temp_path ${home}/temporary;
  scgi_temp_path ${home}/temporary;
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    gzip_static on;
    ${[...headers].map(([name, value]) => `add_header ${name} ${JSON.stringify(value)};`).join("\n    ")}
  }
}
`;
