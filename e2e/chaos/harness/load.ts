import { type Attempt, type Letter, newPen } from "./letters.ts";

/** Sends a gift once. Returns the answer, and the ID if it is 201. Throws if no answer came. */
export type Send = (letter: Letter) => Promise<{ status: number; retryAfter: string | null; id?: string }>;
export type Load = ReturnType<typeof startLoad>;

const PAUSE_MS = 5;
/** A sender without an answer tries again. */
const TRY_AGAIN_MS = 200;
const SETTLE_MS = 60_000;
/** After every tenth gift, one that has been acknowledged is sent again: its answer must be the first one's. */
const REPEAT_EACH = 10;

/** Senders that post without a pause, and repeat each gift under its key until it is acknowledged. */
export function startLoad(send: Send, shareCodes: readonly string[], senders: number) {
  const pen = newPen(shareCodes);
  const attempts: Attempt[] = [];
  let isOver = false;
  let giveUpAt = Number.POSITIVE_INFINITY;

  async function attempt(letter: Letter): Promise<boolean> {
    const at = performance.now();
    const answer = await send(letter).catch(() => null);
    const { status = null, retryAfter = null, id } = answer ?? {};
    attempts.push({ at, ms: performance.now() - at, status, retryAfter });
    if (id) letter.ids.add(id);
    return id !== undefined;
  }

  async function deliver(letter: Letter): Promise<void> {
    while (!(await attempt(letter)) && performance.now() < giveUpAt) await Bun.sleep(TRY_AGAIN_MS);
  }

  async function sendOn(): Promise<void> {
    while (!isOver) {
      const letter = pen.write();
      await deliver(letter);
      if (pen.letters.length % REPEAT_EACH === 0) await deliver(letter);
      await Bun.sleep(PAUSE_MS);
    }
  }

  const sending = Promise.all(Array.from({ length: senders }, sendOn));
  return {
    ...pen,
    attempts,
    /** Writes nothing new, and repeats gifts in progress until they are acknowledged. */
    async settle(): Promise<void> {
      isOver = true;
      giveUpAt = performance.now() + SETTLE_MS;
      await sending;
    },
  };
}
