import { connect } from "node:net";
import { giftOf, type Letter } from "./letters.ts";
import type { Send } from "./load.ts";

/** Where a gift can be sent, and a check of the answers for leaks. */
type Ways = { api: string; site: string; look: (where: string, text: string) => void };
export type By = (ways: Ways) => Send;

/** Like programs. */
export const byApi: By = ({ api, look }) => toV1(api, look);
/** Like the site's own pages with scripts: the site forwards it. */
export const bySite: By = ({ site, look }) => toV1(site, look);

function toV1(base: string, look: Ways["look"]): Send {
  return async (letter) => {
    const request = { method: "POST", headers: headersOf(letter), body: JSON.stringify(giftOf(letter)) };
    const answer = await fetch(`${base}/v1/messages`, { ...request, signal: patience() });
    const text = await answer.text();
    look("an answer to a post", text);
    const id = answer.status === 201 ? JSON.parse(text).data.id : undefined;
    return { status: answer.status, retryAfter: answer.headers.get("retry-after"), id };
  };
}

/** Like a browser without JavaScript, which returns to the tree's page by a redirect. */
export const byForm: By =
  ({ site }) =>
  async (letter) => {
    const { showSenderName: _, ...gift } = giftOf(letter);
    const body = new URLSearchParams({ ...gift, once: letter.key });
    const address = `${site}/send-message?tree=${letter.shareCode}`;
    const answer = await fetch(address, { method: "POST", body, redirect: "manual", signal: patience() });
    await answer.text();
    const id = /[?&]hung=([^&#]+)/.exec(answer.headers.get("location") ?? "")?.[1];
    const status = answer.status === 303 && id ? 201 : answer.status;
    return { status, retryAfter: answer.headers.get("retry-after"), id };
  };

const LEAVES_WITHIN_MS = 12;

/**
 * Three times in four the sender disconnects after sending the whole gift, before an answer; otherwise it sends like
 * programs, to the API or the site.
 */
export const byLeaving: By = (ways) => {
  const stay = [byApi(ways), bySite(ways)];
  let tries = 0;
  return async (letter) => {
    tries += 1;
    if (tries % 4 === 0) return (stay[(tries / 4) % 2] ?? byApi(ways))(letter);
    await leave(tries % 2 === 0 ? ways.api : ways.site, letter);
    throw new Error("disconnected");
  };
};

async function leave(base: string, letter: Letter): Promise<void> {
  const body = JSON.stringify(giftOf(letter));
  const headers = { host: "localhost", ...headersOf(letter), "content-length": String(Buffer.byteLength(body)) };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(Number(new URL(base).port), "127.0.0.1");
  socket.on("error", () => {});
  await new Promise<void>((resolve) =>
    socket.write(`POST /v1/messages HTTP/1.1\r\n${head.join("")}\r\n${body}`, () => resolve()),
  );
  await Bun.sleep(Math.random() * LEAVES_WITHIN_MS);
  socket.destroy();
}

const headersOf = ({ key }: Letter) => ({ "content-type": "application/json", "idempotency-key": key });
const patience = () => AbortSignal.timeout(30_000);
