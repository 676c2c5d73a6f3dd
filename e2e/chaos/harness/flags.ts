import { parseArgs } from "node:util";

export type Flags = { only: string[]; seconds: number | null; write: boolean };

export const HELP = `npm run faults -- [flags]
  --only NAME[,NAME]  only these faults; may be given several times
  --seconds N         length of the faults that have no fixed length
  --write             writes the table into docs/faults.md
  --list              lists all faults and exits`;

/** Parses the command's flags. Throws with a message for an unknown one. */
export function readFlags(given: readonly string[], names: readonly string[]): Flags | "help" | "list" {
  const { values } = parseArgs({
    args: [...given],
    options: {
      only: { type: "string", multiple: true },
      seconds: { type: "string" },
      write: { type: "boolean", default: false },
      list: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return "help";
  if (values.list) return "list";
  const only = (values.only ?? []).flatMap((names) => names.split(",")).map((name) => name.trim());
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`--only ${unknown}: there is no such fault; --list shows all.`);
  const seconds = values.seconds === undefined ? null : Number(values.seconds);
  if (seconds !== null && !(seconds > 0)) throw new Error("--seconds is invalid: it must be a number above 0.");
  return { only, seconds, write: values.write };
}
