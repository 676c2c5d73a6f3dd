import { writeFileSync } from "node:fs";
import { callOf, cookiesIn, type Driver, type Look } from "../driver.ts";
import { connectBidi } from "./bidi.ts";
import { startFirefox } from "./start.ts";

type Evaluated = { type: "success"; result: { value?: string } } | { type: "exception"; exceptionDetails: Thrown };
type Thrown = { text: string };

/** Firefox, driven over WebDriver BiDi. */
export async function firefox(path: string, look: Look): Promise<Driver> {
  const started = await startFirefox(path, look);
  const { send, close } = await connectBidi(`${started.address}/session`);
  await send("session.new", { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
  const { contexts } = await send<{ contexts: { context: string }[] }>("browsingContext.getTree");
  const tabs = contexts.map(({ context }) => context);
  let context = tabs[0] ?? "";
  const sizeTab = () => send("browsingContext.setViewport", { context, viewport: size });
  const size = { width: look.width, height: look.height };
  await sizeTab();

  const act = (type: "pointer" | "key", actions: object[]) =>
    send("input.performActions", { context, actions: [{ type, id: type, actions }] });
  const save = async (file: string, method: string, how: object) => {
    const { data } = await send<{ data: string }>(method, { context, ...how });
    writeFileSync(file, Buffer.from(data, "base64"));
  };
  return {
    async open(url) {
      await send("browsingContext.navigate", { context, url, wait: "complete" });
    },
    async run(ask, ...given) {
      const call = callOf(ask, given);
      // Pages without scripts settle no promises.
      const parameters = look.runsScripts
        ? {
            expression: `Promise.resolve(${call}).then((result) => JSON.stringify(result))`,
            awaitPromise: true,
            target: { context },
          }
        : { expression: `JSON.stringify(${call})`, awaitPromise: false, target: { context, sandbox: "driver" } };
      const answer = await send<Evaluated>("script.evaluate", parameters);
      if (answer.type === "exception") throw new Error(answer.exceptionDetails.text);
      return answer.result.value && JSON.parse(answer.result.value);
    },
    back: () => send("browsingContext.traverseHistory", { context, delta: -1 }),
    async pressAt(x, y) {
      const moved = { type: "pointerMove", x: Math.round(x), y: Math.round(y) };
      await act("pointer", [moved, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }]);
    },
    async type(text) {
      const typed = [...text].flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
      await act("key", typed);
    },
    async newTab() {
      context = (await send<{ context: string }>("browsingContext.create", { type: "tab" })).context;
      tabs.push(context);
      await sizeTab();
    },
    async showTab(number) {
      context = tabs[number] ?? "";
      await send("browsingContext.activate", { context });
    },
    async setCookies(header, site) {
      await send("storage.deleteCookies");
      for (const { name, value } of cookiesIn(header)) {
        const cookie = { name, value: { type: "string", value }, domain: new URL(site).hostname, path: "/" };
        await send("storage.setCookie", { cookie: { ...cookie, httpOnly: true, sameSite: "lax" } });
      }
    },
    screenshot: (file) => save(file, "browsingContext.captureScreenshot", { origin: "document" }),
    print: (file, paper) => save(file, "browsingContext.print", { background: true, page: CENTIMETERS[paper] }),
    async close() {
      close();
      await started.close();
    },
  };
}

const CENTIMETERS = { A4: { width: 21, height: 29.7 }, A6: { width: 10.5, height: 14.8 } };
