import { createTree } from "../fixtures/visitors.ts";

/**
 * The requests during the restarts and their results. A failure is a request without an answer, or with a status of 400
 * and more.
 */
type Tally = {
  requests: Record<string, number>;
  failures: string[];
  acknowledged: Set<string>;
  shareCodes: string[];
};

const SENDERS = 12;
const TREES = 8;

/**
 * Visitors that read and write all the time: each in turn adds a gift without a key, which must not be retried, and
 * requests a tree, its gifts and sometimes a page, with a pause of `pauseMs`. `stop` waits for the last answers.
 */
export async function startRolling(site: string, pauseMs: number, say: (line: string) => void) {
  const planted = await Promise.all(Array.from({ length: TREES }, () => createTree(site)));
  const shareCodes = planted.map(({ code }) => code);
  const tally: Tally = { requests: {}, failures: [], acknowledged: new Set(), shareCodes };
  let isStopped = false;

  async function ask(what: string, path: string, init: RequestInit = {}): Promise<void> {
    tally.requests[what] = (tally.requests[what] ?? 0) + 1;
    const began = performance.now();
    try {
      const answer = await fetch(site + path, { ...init, signal: AbortSignal.timeout(20_000) });
      const text = await answer.text();
      if (answer.status === 201) tally.acknowledged.add(JSON.parse(text).data.id);
      if (answer.status >= 400) fail(`${what}: ${answer.status} ${text.slice(0, 100).replaceAll(/\s+/g, " ")}`);
    } catch (error) {
      fail(`${what}: ${error instanceof Error ? error.name : "no answer"}`);
    }
    function fail(sentence: string) {
      const failure = `${sentence} after ${(performance.now() - began).toFixed(0)} ms`;
      tally.failures.push(failure);
      say(failure);
    }
  }

  async function visit(i: number): Promise<void> {
    for (let turn = i; !isStopped; turn += 1) {
      await Bun.sleep(pauseMs);
      const shareCode = shareCodes[turn % TREES] ?? "";
      const gift = { shareCode, senderName: "Bob", message: "Hello", giftAssetId: "card" };
      const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(gift) };
      await ask("POST a gift", "/v1/messages", post);
      await ask("GET a tree", `/v1/trees/${shareCode}`);
      await ask("GET its gifts", `/v1/messages/${shareCode}`);
      if (turn % 4 === 0)
        await ask("GET a page", `/send-message?tree=${shareCode}`, { headers: { "accept-language": "en" } });
    }
  }
  const visitors = Array.from({ length: SENDERS }, (_, i) => visit(i));
  return {
    tally,
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all(visitors);
    },
  };
}
