import { request } from "node:http";
import { createTree } from "../fixtures/visitors.ts";
import type { Check, Expectation, Place } from "./check.ts";
import { fleetBehind, haproxyAt, nginxAt } from "./rolling-restart.ts";

const VISITORS = ["127.0.0.2", "127.0.0.3"];
const ALLOWED = 10;
const TRIED = 14;

export const limitsBehindNginx: Check = {
  name: "limits-nginx",
  does: "two visitors behind nginx post too often, each to two sites and two APIs, with a forged X-Forwarded-For",
  needs: ["nginx"],
  run: (place) => limits(place, nginxAt),
};

export const limitsBehindHaproxy: Check = {
  name: "limits-haproxy",
  does: "the same behind HAProxy",
  needs: ["haproxy"],
  run: (place) => limits(place, haproxyAt),
};

async function limits(place: Place, startProxy: (place: Place) => Promise<unknown>) {
  await fleetBehind(place, startProxy, { RATE_LIMITS: "on" });
  const { code } = await createTree(`http://127.0.0.1:${place.port}`);
  const expectations = await limitsHold((visitor, forged) => post(place.port, visitor, code, forged));
  return { summary: `${VISITORS.length * TRIED} posts`, expectations };
}

/** Whether each visitor is limited alone. `postGift` posts one from a visitor's address, and returns the status. */
export async function limitsHold(
  postGift: (visitor: string, forged: string) => Promise<number>,
): Promise<Expectation[]> {
  const expectations: Expectation[] = [];
  for (const visitor of VISITORS) {
    const statuses: number[] = [];
    for (let i = 0; i < TRIED; i += 1) statuses.push(await postGift(visitor, `198.51.100.${i}`));
    const taken = statuses.filter((status) => status === 201).length;
    const refused = statuses.filter((status) => status === 429).length;
    const isSo = taken === ALLOWED && refused === TRIED - ALLOWED;
    expectations.push({
      that: `${visitor} can leave ${ALLOWED} gifts a minute, and no more`,
      isSo,
      measured: statuses.join(" "),
    });
  }
  return expectations;
}

/** Posts from another address of this machine, on a new connection. */
function post(port: number, localAddress: string, shareCode: string, forged: string): Promise<number> {
  const body = JSON.stringify({ shareCode, senderName: "Bob", message: "Hello", giftAssetId: "card" });
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "x-forwarded-for": forged,
    connection: "close",
  };
  const where = { host: "127.0.0.1", port, path: "/v1/messages", method: "POST", localAddress, headers };
  return new Promise((resolve, reject) => {
    const sent = request(where, (answer) => {
      answer.resume();
      answer.once("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
