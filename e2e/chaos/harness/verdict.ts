import { during, longestOf, statusesOf } from "./attempts.ts";
import { type Trouble, want } from "./fault.ts";
import { judge } from "./judge.ts";
import type { Attempt, Letter } from "./letters.ts";
import type { readAll } from "./read-all.ts";

/** What was observed of a fault, from its first gift to the service's end. */
export type Seen = {
  letters: readonly Letter[];
  attempts: readonly Attempt[];
  trouble: Trouble;
  recoveredAfterMs: number | null;
  found: Awaited<ReturnType<typeof readAll>>;
  /** Where texts were found that must not be there. */
  leaks: readonly string[];
  /** The service's exit code. */
  code: number | null;
};

/** A line of the table. `broken` lists the failed expectations; empty if it passed. */
export type Verdict = ReturnType<typeof verdictOn>;

export function verdictOn(seen: Seen) {
  const { letters, attempts, trouble, recoveredAfterMs, found, leaks } = seen;
  const { acknowledged, lost, doubled, strange } = judge(letters, found.gifts);
  const broken = brokenIn(seen, { lost, doubled, strange });
  return {
    posts: letters.length,
    acknowledged,
    inDatabase: found.inDatabase,
    lost,
    doubled,
    leaked: leaks.length,
    longestMs: longestOf(attempts),
    meanwhile: statusesOf(during(attempts, trouble.from, trouble.until + (recoveredAfterMs ?? 0))),
    recoveredAfterMs,
    summary: broken.length === 0 ? (trouble.summary ?? "") : "",
    broken,
  };
}

type Counts = { lost: number; doubled: number; strange: number };

function brokenIn(seen: Seen, { lost, doubled, strange }: Counts): string[] {
  const { letters, attempts, trouble, recoveredAfterMs, leaks, code } = seen;
  const { gifts, inDatabase, giftCount } = seen.found;
  const undelivered = letters.filter(({ ids }) => ids.size === 0).length;
  const errors = attempts.filter(({ status }) => status === 500).length;
  const isAgreed = inDatabase === gifts.length && giftCount === gifts.length;
  const must = [
    want("people post", letters.length > 0, "nobody did"),
    want("nothing that was acknowledged is lost", lost === 0, `${lost} are`),
    want("nothing exists twice", doubled === 0, `${doubled} do`),
    want("only what was written exists, and can be decrypted", strange === 0, `${strange} do not`),
    want("owner, database and count agree", isAgreed, `${gifts.length}, ${inDatabase} and ${giftCount}`),
    want("no text leaks to where it must not be", leaks.length === 0, [...new Set(leaks)].slice(0, 5).join(", ")),
    want("every gift arrives in the end", undelivered === 0, `${undelivered} did not`),
    want("no post is answered with 500", errors === 0, `${errors} were`),
    want("the service serves again", recoveredAfterMs !== null, "it did not"),
    want("the service stops with 0 in the end", code === 0, String(code)),
    ...trouble.expectations,
  ];
  return must.filter(({ isSo }) => !isSo).map(({ that, measured }) => `${that}: ${measured}`);
}
