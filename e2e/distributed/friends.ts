import { listGifts } from "../fixtures/visitors.ts";

/** A friend's press of Send: when, for which tree, and what was answered. */
type Press = { code: string; at: number; status: number; retryAfter: string | null };
/** `left` are the gifts that were acknowledged. */
type Friend = { code: string; left: string[] };

const AGAIN_MS = 200;

/**
 * Leaves gifts on each tree, one after another, until it is stopped. Whoever is not told that a gift was left sends it
 * again, with the same key, until they are.
 */
export function leaveSteadily(api: string, codes: readonly string[]) {
  const presses: Press[] = [];
  let isOver = false;
  const friends = codes.map(async (code): Promise<Friend> => {
    const left: string[] = [];
    while (!isOver) left.push(await leaveOne(code));
    return { code, left };
  });

  async function leaveOne(code: string): Promise<string> {
    const headers = { "content-type": "application/json", "idempotency-key": crypto.randomUUID() };
    const gift = { shareCode: code, senderName: "Ann", message: "Warm wishes", giftAssetId: "card" };
    for (;;) {
      const at = performance.now();
      const answer = await fetch(`${api}/v1/messages`, { method: "POST", headers, body: JSON.stringify(gift) });
      const { status } = answer;
      presses.push({ code, at, status, retryAfter: answer.headers.get("retry-after") });
      if (status === 201) return (await answer.json()).data.id;
      if (status !== 503) throw new Error(`a gift was answered with ${status}: ${await answer.text()}`);
      await Bun.sleep(AGAIN_MS);
    }
  }

  return {
    presses,
    /** Waits until each tree got one more gift. */
    async untilAllServed(): Promise<void> {
      const from = performance.now();
      const isServed = (code: string) =>
        presses.some((each) => each.code === code && each.at > from && each.status === 201);
      while (!codes.every(isServed)) await Bun.sleep(50);
    },
    /** Stops, and counts the gifts that were acknowledged, and those that are missing or there twice. */
    async stop(): Promise<{ left: number; lost: number; doubled: number }> {
      isOver = true;
      const counts = { left: 0, lost: 0, doubled: 0 };
      for (const { code, left } of await Promise.all(friends)) {
        const { ids, giftCount } = await listGifts(api, code);
        counts.left += left.length;
        counts.lost += left.filter((id) => !ids.has(id)).length;
        counts.doubled += Math.max(ids.size, giftCount) - left.length;
      }
      return counts;
    },
  };
}
