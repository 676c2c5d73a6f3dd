/** A gift that somebody wants to hang: one key, however often it is sent, and every id it was told in a 201. */
export type Letter = { shareCode: string; key: string; number: number; ids: Set<string> };
export type Attempt = { at: number; ms: number; status: number | null; retryAfter: string | null };

const SENDERS = 16;
const TRY_AGAIN_MS = 200;
const SETTLE_MS = 60_000;
/** Every so many letters one that has arrived is sent again. */
const REPEAT_EACH = 10;

/** People who post to one API after the other, and send each letter again under its key until it is acknowledged. */
export function sendLetters(apis: readonly string[], shareCodes: readonly string[], pauseMs: number) {
  const letters: Letter[] = [];
  const attempts: Attempt[] = [];
  let isOver = false;
  let giveUpAt = Number.POSITIVE_INFINITY;

  async function attempt({ shareCode, key, number, ids }: Letter): Promise<boolean> {
    const at = performance.now();
    const message = `Letter number ${number}`;
    const answer = await fetch(`${apis[attempts.length % apis.length]}/v1/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify({ shareCode, senderName: "Bob", message, giftAssetId: "card" }),
      signal: AbortSignal.timeout(30_000),
    }).catch(() => null);
    const text = await answer?.text().catch(() => "");
    const retryAfter = answer?.headers.get("retry-after") ?? null;
    attempts.push({ at, ms: performance.now() - at, status: answer?.status ?? null, retryAfter });
    if (answer?.status !== 201 || !text) return false;
    ids.add(JSON.parse(text).data.id);
    return true;
  }

  async function deliver(letter: Letter): Promise<void> {
    while (!(await attempt(letter)) && performance.now() < giveUpAt) await Bun.sleep(TRY_AGAIN_MS);
  }

  async function send(): Promise<void> {
    while (!isOver) {
      const number = letters.length;
      const shareCode = shareCodes[number % shareCodes.length] ?? "";
      const letter = { shareCode, key: crypto.randomUUID(), number, ids: new Set<string>() };
      letters.push(letter);
      await deliver(letter);
      if (number % REPEAT_EACH === 0) await deliver(letter);
      await Bun.sleep(pauseMs);
    }
  }
  const sending = Promise.all(Array.from({ length: SENDERS }, send));
  return {
    letters,
    attempts,
    /** Nothing new is written; what is on its way is sent until it has arrived. */
    async settle(): Promise<void> {
      isOver = true;
      giveUpAt = performance.now() + SETTLE_MS;
      await sending;
    },
  };
}
