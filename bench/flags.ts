import { parseArgs } from "node:util";
import { FULL_SHAPE, type Shape, SMALL_SHAPE } from "./seed/shape.ts";

export type Flags = {
  seconds: number;
  rounds: number;
  /** Seconds that a row may spend on repeating rounds that other machines disturbed. */
  patience: number;
  /** Parts of row names, in lower case; empty for all rows. */
  only: string[];
  agingMinutes: number;
  shape: Shape;
  withPeers: boolean;
  write: boolean;
};

export const HELP = `npm run bench -- [flags]
  --only WORDS        only the rows whose names contain these words, in any case: --only "POST, random";
                      may be given several times
  --rows              lists all rows and exits
  --seconds N         length of one round, 5
  --rounds N          rounds of each row, 3
  --patience N        seconds that each row may spend on repeating rounds that other machines
                      on the host disturbed, 60
  --aging MINUTES     mixed load before the row "Aging", 0.25; a full run takes 25
  --no-peers          without Fastify, Hono and Express, and for pages
                      without SvelteKit, Next.js and Astro's own server
  --small             a small database, to try the command out
  --write             writes the tables into docs/performance.md`;

/** Parses the command's flags. Throws with a message for an unknown one. */
export function readFlags(given: readonly string[]): Flags | "help" | "rows" {
  const { values } = parseArgs({
    args: [...given],
    options: {
      only: { type: "string", multiple: true },
      rows: { type: "boolean" },
      seconds: { type: "string", default: "5" },
      rounds: { type: "string", default: "3" },
      patience: { type: "string", default: "60" },
      aging: { type: "string", default: "0.25" },
      "no-peers": { type: "boolean" },
      small: { type: "boolean" },
      write: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return "help";
  if (values.rows) return "rows";
  return {
    seconds: positive("--seconds", values.seconds),
    rounds: positive("--rounds", values.rounds),
    patience: positive("--patience", values.patience),
    only: (values.only ?? []).map((words) => words.toLowerCase()),
    agingMinutes: positive("--aging", values.aging),
    shape: values.small ? SMALL_SHAPE : FULL_SHAPE,
    withPeers: !values["no-peers"],
    write: values.write ?? false,
  };
}

function positive(name: string, text: string): number {
  const number = Number(text);
  if (Number.isFinite(number) && number > 0) return number;
  throw new Error(`${name} is invalid: it must be a number above 0.`);
}
