import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { atTheEnd } from "../../test-support/stopping.ts";

const LISTENS_WITHIN_MS = 10_000;

/** Whether this machine has a program. */
export const hasProgram = (name: string): boolean => Bun.which(name) !== null;

export function startNginx(folder: string, site: string, port: number): Promise<ChildProcess> {
  const file = join(folder, "nginx.conf");
  const around = `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; worker_processes 1;
    events { worker_connections 1024; }
    http { access_log off; ${temporary(folder)}\n${site}\n}`;
  writeFileSync(file, around);
  return started(["nginx", "-c", file, "-p", folder, "-e", join(folder, "nginx.log")], folder, port);
}

export function startHaproxy(folder: string, config: string, port: number): Promise<ChildProcess> {
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, `${config}\n`);
  return started(["haproxy", "-f", file], folder, port);
}

/** Starts Caddy, which keeps its files in the folder and has its ports for http and https only from global options. */
export function startCaddy(folder: string, config: string, { http, https }: { http: number; https: number }) {
  const file = join(folder, "Caddyfile");
  writeFileSync(file, `{\n  admin off\n  http_port ${http}\n  https_port ${https}\n}\n${config}\n`);
  const env = { ...process.env, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  return started(["caddy", "run", "--config", file, "--adapter", "caddyfile"], folder, https, { env });
}

/** Starts PgBouncer, which refuses to run as root. */
export function startPgbouncer(folder: string, config: string, port: number): Promise<ChildProcess> {
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(file, config);
  const asNobody = process.geteuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  return started(["pgbouncer", file], folder, port, asNobody);
}

async function started([command = "", ...args]: string[], folder: string, port: number, options: object = {}) {
  const path = join(folder, `${command}.out`);
  const log = openSync(path, "w");
  const child = spawn(command, args, { ...options, cwd: folder, stdio: ["ignore", log, log] });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  atTheEnd(async () => {
    child.kill("SIGTERM");
    await Promise.race([ended, Bun.sleep(3000).then(() => child.kill("SIGKILL"))]);
  });
  for (const end = Date.now() + LISTENS_WITHIN_MS; Date.now() < end; await Bun.sleep(20)) {
    if (child.exitCode !== null) break;
    if (await listens(port)) return child;
  }
  throw new Error(`${command} did not start: ${readFileSync(path, "utf8")}`);
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

const temporary = (folder: string) =>
  ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ");
