import { SilentBrowser } from "../driver.ts";

const WAIT_MS = 60_000;

type Reply = { id?: number; type: "success" | "error" | "event"; result?: unknown; error?: string; message?: string };

export type Bidi = { send: <Result>(method: string, parameters?: object) => Promise<Result>; close: () => void };

/** Connects with WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), which Firefox supports without a driver. */
export async function connectBidi(address: string): Promise<Bidi> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (reply: Reply) => void>();
  let last = 0;
  socket.addEventListener("message", ({ data }) => {
    const reply: Reply = JSON.parse(String(data));
    if (reply.id) waiting.get(reply.id)?.(reply);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", () => reject(new Error(`Nothing answers at ${address}.`)));
  });

  async function send<Result>(method: string, params: object = {}): Promise<Result> {
    last += 1;
    const id = last;
    const reply = await new Promise<Reply>((resolve, reject) => {
      const late = setTimeout(() => reject(new SilentBrowser(`${method} got no answer.`)), WAIT_MS);
      waiting.set(id, (answer) => {
        clearTimeout(late);
        resolve(answer);
      });
      socket.send(JSON.stringify({ id, method, params }));
    }).finally(() => waiting.delete(id));
    if (reply.type === "error") throw new Error(`${method}: ${reply.error}: ${reply.message}`);
    return reply.result as Result;
  }
  return { send, close: () => socket.close() };
}
