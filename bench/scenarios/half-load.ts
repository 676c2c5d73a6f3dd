import { askAtRate } from "../load/constant-rate.ts";
import { ask, type Load } from "../load/wrk.ts";
import { codeOf, lastFull, type Shape } from "../seed/shape.ts";
import type { Program } from "../servers/program.ts";
import { startTarget } from "../servers/targets.ts";
import { undisturbed } from "../undisturbed.ts";
import { interleave, type Row, UNTIL_IT_LASTS } from "./bench-run.ts";
import { newRun, withRun } from "./contest.ts";

const RIVALS = ["ours", "raw"] as const;
type Rival = (typeof RIVALS)[number];

/**
 * Latencies at half of each server's maximum rate, evenly paced, and those of a server without any work at the same
 * rate as ours: nothing beside the load generator on this machine can be faster.
 */
export const HALF_LOADS: Row[] = [
  halfLoad("GET tree, at half of the maximum", (shape) => [1, shape.trees], false),
  halfLoad("POST, at half of the maximum", (shape) => [lastFull(shape) + 1, shape.trees - 1], true),
];

function halfLoad(name: string, stretch: (shape: Shape) => [number, number], isPost: boolean): Row {
  return {
    name,
    about: "measured from when a request was due, not from when it could be sent",
    async measure(benchRun) {
      const [first, last] = stretch(benchRun.flags.shape);
      const load: Load = {
        script: isPost ? "post.lua" : "get.lua",
        variables: { PREFIX: "/v1/trees/", FIRST: first, LAST: last },
      };
      const servers = await Promise.all(
        RIVALS.map(async (rival) => ({ rival, server: await startTarget(rival, { ...benchRun, limits: isPost }) })),
      );
      const rates = new Map<Rival, number>();
      for (const { rival, server } of servers) {
        // The maximum is the lasting speed, so warm up first.
        await ask(server.url, withRun(load), UNTIL_IT_LASTS);
        const most = () => ask(server.url, withRun(load), benchRun.flags.seconds);
        rates.set(rival, (await undisturbed(benchRun.patience, most)).perSecond / 2);
      }
      const requestOf = isPost ? posts(first, last) : gets(first, last);
      const idle = await startTarget("constant", benchRun);
      const atRateOf =
        (rival: Rival, { url }: Program) =>
        (seconds: number) =>
          askAtRate(url, requestOf, rates.get(rival) ?? 1, seconds);
      const figures = await interleave(benchRun, {
        ...Object.fromEntries(servers.map(({ rival, server }) => [rival, atRateOf(rival, server)])),
        "no work, as often as ours": atRateOf("ours", idle),
      });
      for (const server of [idle, ...servers.map((each) => each.server)]) await server.stop();
      return { figures };
    },
  };
}

const anyOf = (first: number, last: number) => codeOf(first + Math.floor(Math.random() * (last - first + 1)));
const byte = () => Math.floor(Math.random() * 256);

const gets = (first: number, last: number) => () =>
  `GET /v1/trees/${anyOf(first, last)} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`;

function posts(first: number, last: number): () => string {
  const run = newRun();
  let sent = 0;
  return () => {
    const gift = { senderName: "Grandmother", message: "Merry Christmas, and warm feet!", giftAssetId: "snow-globe" };
    const body = JSON.stringify({ shareCode: anyOf(first, last), ...gift, showSenderName: true });
    const own = `idempotency-key: ${run}-${++sent}\r\nx-forwarded-for: 10.${byte()}.${byte()}.7\r\n`;
    const type = `content-type: application/json\r\ncontent-length: ${body.length}\r\n`;
    return `POST /v1/messages HTTP/1.1\r\nhost: 127.0.0.1\r\n${own}${type}\r\n${body}`;
  };
}
