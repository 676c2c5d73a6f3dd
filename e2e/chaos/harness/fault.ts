import { statusesOf } from "./attempts.ts";
import type { DatabaseKind, FaultsDatabase } from "./database.ts";
import type { Attempt } from "./letters.ts";
import type { Load } from "./load.ts";
import type { Supervised } from "./supervised.ts";
import type { By } from "./ways-to-send.ts";

/** Something that breaks, on purpose. */
export type Fault = {
  name: string;
  /** What is done, in one sentence for the table's readers. */
  does: string;
  /** How long the trouble lasts unless `--seconds` says otherwise; left out where the fault itself tells. */
  seconds?: number;
  place?: Place;
  /** Makes the trouble, and gives what was to be seen of it. */
  trouble(field: Field): Promise<Trouble>;
};

/** How the service of a fault differs from `npm start`. */
export type Place = {
  variables?: Record<string, string>;
  /** Left out, the starter's own. */
  database?: DatabaseKind;
  /** How the letters are sent. */
  by?: By;
  /** People who post at the same time. */
  senders?: number;
  /** Whether this machine allows what the fault needs. */
  isPossible?: () => boolean;
  /** Gives the data folder a place of its own, and the way to remove it; null where that cannot be done here. */
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
  /** A moment on the clock of the attempts. */
  now(): number;
  say(sentence: string): void;
  /** Looks for texts in what somebody who may not read them was answered. */
  look(where: string, text: string): void;
};

/** From when to when it lasted, on the clock of the attempts, and what had to be so. */
export type Trouble = { from: number; until: number; wanted: Wanted[]; told?: string };
/** One thing that had to show, whether it did, and what was measured. */
export type Wanted = { that: string; isSo: boolean; measured: string };

export const want = (that: string, isSo: boolean, measured: string | number): Wanted => ({
  that,
  isSo,
  measured: String(measured),
});

export const wantStaysUp = (service: Supervised) =>
  want("the service stays up", service.restarts() === 0, `${service.restarts()} restarts`);

/** There were some, and each was told to come again, and when. */
export function wantTurnedAway(refused: readonly Attempt[]): Wanted {
  const wrong = refused.filter(({ status, retryAfter }) => status !== 503 || !Number(retryAfter));
  const isSo = refused.length > 0 && wrong.length === 0;
  return want("all are refused with 503 and Retry-After", isSo, statusesOf(wrong));
}
