import { statusesOf } from "./attempts.ts";
import type { DatabaseKind, FaultsDatabase } from "./database.ts";
import type { Attempt } from "./letters.ts";
import type { Load } from "./load.ts";
import type { Supervised } from "./supervised.ts";
import type { By } from "./ways-to-send.ts";

/** Something that breaks on purpose. */
export type Fault = {
  name: string;
  /** The fault in one sentence, for readers of the table. */
  does: string;
  /** How long the trouble lasts unless `--seconds` overrides it; omitted if the fault decides. */
  seconds?: number;
  place?: Place;
  /** Causes the trouble, and returns what was observed. */
  trouble(field: Field): Promise<Trouble>;
};

/** How a fault's service differs from `npm start`. */
type Place = {
  variables?: Record<string, string>;
  /** If omitted, the starter's own. */
  database?: DatabaseKind;
  /** How the test gifts are sent. */
  by?: By;
  /** The number of concurrent senders. */
  senders?: number;
  /** Whether this machine allows what the fault needs. */
  isPossible?: () => boolean;
  /** Creates the data folder in a special place, with a function to remove it; null if that is impossible here. */
  folder?: () => { path: string; remove: () => void } | null;
};

export type Field = FaultsDatabase & {
  service: Supervised;
  load: Load;
  shareCodes: readonly string[];
  /** The session of the trees' owner. */
  cookie: string;
  dataDir: string;
  seconds: number;
  /** The current time on the attempts' clock. */
  now(): number;
  say(sentence: string): void;
  /** Searches a response to an unauthorized reader for message texts. */
  look(where: string, text: string): void;
};

/** When the trouble began and ended, on the attempts' clock, and what had to hold. */
export type Trouble = { from: number; until: number; expectations: Expectation[]; summary?: string };
/** One expectation, whether it held, and what was measured. */
export type Expectation = { that: string; isSo: boolean; measured: string };

export const want = (that: string, isSo: boolean, measured: string | number): Expectation => ({
  that,
  isSo,
  measured: String(measured),
});

export const wantStaysUp = (service: Supervised) =>
  want("the service stays up", service.restarts() === 0, `${service.restarts()} restarts`);

/** There were refusals, and each had status 503 and Retry-After. */
export function wantTurnedAway(refused: readonly Attempt[]): Expectation {
  const wrong = refused.filter(({ status, retryAfter }) => status !== 503 || !Number(retryAfter));
  const isSo = refused.length > 0 && wrong.length === 0;
  return want("all are refused with 503 and Retry-After", isSo, statusesOf(wrong));
}
