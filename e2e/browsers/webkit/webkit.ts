import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { callOf, cookiesIn, type Driver, type Look, type Paper } from "../driver.ts";
import { startSession } from "./webdriver.ts";

const FILE_TRIES = 150;
const PAUSE_MS = 100;

/** WebKitGTK, driven over WebDriver. */
export async function webkit(look: Look): Promise<Driver> {
  const { call, close } = await startSession(look);
  const run: Driver["run"] = async (ask, ...given) => {
    const script = `const done = arguments[0];
      Promise.resolve(${callOf(ask, given)}).then((result) => done(JSON.stringify({ result })), (error) => done(JSON.stringify({ error: String(error) })))`;
    const answer = JSON.parse(await call<string>("POST", "/execute/async", { script, args: [] }));
    if (answer.error) throw new Error(answer.error);
    return answer.result;
  };
  /** Lets the window do what the driver cannot: it writes a file. */
  const hostMakes = async (act: "picture" | "print", file: string, paper?: Paper) => {
    await run(askHost, JSON.stringify({ act, file, paper }));
    for (let tries = 1; !existsSync(file); tries += 1) {
      if (tries === FILE_TRIES) throw new Error(`WebKit did not write ${file}.`);
      await sleep(PAUSE_MS);
    }
  };
  const tabs = [await call<string>("GET", "/window")];
  return {
    async open(url) {
      await call("POST", "/url", { url });
    },
    run,
    back: () => call("POST", "/back", {}),
    async pressAt(x, y) {
      const moved = { type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0, origin: "viewport" };
      const actions = [moved, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
      await call("POST", "/actions", {
        actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }],
      });
    },
    // The driver's keys drop emoji, and may go to a page that is being left.
    type: (text) => run(insertText, text),
    async newTab() {
      const { handle } = await call<{ handle: string }>("POST", "/window/new", { type: "tab" });
      tabs.push(handle);
      await call("POST", "/window", { handle });
    },
    async showTab(number) {
      await call("POST", "/window", { handle: tabs[number] });
    },
    async setCookies(header, site) {
      await call("POST", "/url", { url: `${site}/robots.txt` });
      await call("DELETE", "/cookie");
      for (const { name, value } of cookiesIn(header))
        await call("POST", "/cookie", { cookie: { name, value, path: "/", httpOnly: true, sameSite: "Lax" } });
    },
    screenshot: (file) => hostMakes("picture", file),
    print: (file, paper) => hostMakes("print", file, paper),
    close,
  };
}

/** Runs in the page. */
function askHost(wish: string): void {
  const { webkit } = window as unknown as {
    webkit: { messageHandlers: { host: { postMessage(wish: string): void } } };
  };
  webkit.messageHandlers.host.postMessage(wish);
}

/** Runs in the page. */
function insertText(text: string): void {
  document.execCommand("insertText", false, text);
}
