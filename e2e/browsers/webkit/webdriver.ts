import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../../scripts/free-port.ts";
import { type Look, SilentBrowser } from "../driver.ts";

const START_TRIES = 150;
const PAUSE_MS = 200;
const WAIT_MS = 60_000;
const HOST = join(import.meta.dirname, "host.py");

export type Session = {
  call: <Result>(method: string, path: string, body?: object) => Promise<Result>;
  close: () => Promise<void>;
};

/**
 * Starts a WebKitWebDriver session (https://www.w3.org/TR/webdriver2/) on its own virtual screen, with the window of
 * host.py.
 */
export async function startSession({ width, height, isDark, language, runsScripts }: Look): Promise<Session> {
  const home = mkdtempSync(join(tmpdir(), "tree-webkit-"));
  const port = await freePort();
  const log = openSync(join(home, "log.txt"), "a");
  const env = {
    ...process.env,
    HOME: home,
    WEBKIT_SIZE: `${width}x${height}`,
    WEBKIT_DARK: isDark ? "1" : "0",
    WEBKIT_LANGUAGE: language,
    WEBKIT_SCRIPTS: runsScripts ? "1" : "0",
    // It may run as root here, opens only this site, and has no graphics card.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
    LIBGL_ALWAYS_SOFTWARE: "1",
    NO_AT_BRIDGE: "1",
  };
  const words = ["-a", "-s", "-screen 0 1600x1300x24", "WebKitWebDriver", `--port=${port}`];
  // Its own process group: the screen, the driver and the window end together.
  const program = spawn("xvfb-run", words, { stdio: ["ignore", log, log], detached: true, env });
  const ended = new Promise<void>((resolve) => program.on("exit", () => resolve()));
  closeSync(log);

  const call = async <Result>(method: string, path: string, body?: object): Promise<Result> => {
    const signal = AbortSignal.timeout(WAIT_MS);
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body && JSON.stringify(body),
      signal,
    }).catch((error) => {
      throw signal.aborted ? new SilentBrowser(`${method} ${path} got no answer.`) : error;
    });
    const { value } = await answer.json();
    if (value?.error) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
  const stop = async () => {
    if (program.pid && program.exitCode === null) process.kill(-program.pid, "SIGTERM");
    await ended;
    rmSync(home, { recursive: true, force: true });
  };
  try {
    await answers(call);
    const browser = { browserName: "host", "webkitgtk:browserOptions": { binary: HOST, args: [] } };
    const { sessionId } = await call<{ sessionId: string }>("POST", "/session", {
      capabilities: { alwaysMatch: browser },
    });
    const own = `/session/${sessionId}`;
    const close = () => call("DELETE", own).then(stop, stop);
    return { call: (method, path, body) => call(method, own + path, body), close };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function answers(call: Session["call"]) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call("GET", "/status");
    } catch (error) {
      if (tries === START_TRIES) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
