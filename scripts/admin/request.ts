import { parseArgs } from "node:util";
import { isShareCode } from "#contract/codes";
import { readEmail } from "#contract/emails";
import { ACT_REASONS, type ActReason, tidyActNote } from "#contract/moderation";
import { CannotStart } from "../../api/platform/db/embedded.ts";
import { reasonInWords } from "./descriptions.ts";

/** The reasons that fit each command. */
const REASONS = {
  "take-down": ACT_REASONS.take_down_tree,
  restore: ACT_REASONS.undo,
  delete: ACT_REASONS.delete_tree,
} as const;
function listed(reasons: readonly ActReason[]): string {
  return reasons.map((reason) => `  ${reason.padEnd(21)}${reasonInWords(reason)}`).join("\n");
}

export const USAGE = `npm run admin -- tree CODE [show]      shows a tree's state, and no messages or senders
npm run admin -- account EMAIL [show]  shows an account and its trees
npm run admin -- … take-down --reason REASON [--note TEXT]
                                       takes down the tree, or each tree of the account, and mails its owner once
npm run admin -- … restore --reason REASON [--note TEXT]
                                       restores what was taken down, and mails its owner once
npm run admin -- … delete --reason REASON [--yes]
                                       deletes it for good; without --yes, type the code or the email to confirm

Reasons to take down or delete:
${listed(ACT_REASONS.delete_tree)}
Reasons to restore:
${listed(ACT_REASONS.undo)}

Everything but show is recorded in the history at /moderation/history.`;

type Target = { kind: "tree" | "account"; target: string };
type ReasonOf<Command extends keyof typeof REASONS> = (typeof REASONS)[Command][number];
export type AdminRequest = Target &
  (
    | { command: "show"; note?: undefined }
    | { command: "take-down"; reason: ReasonOf<"take-down">; note?: string }
    | { command: "restore"; reason: ReasonOf<"restore">; note?: string }
    | { command: "delete"; reason: ReasonOf<"delete">; note?: undefined; isSure: boolean }
  );

/** Reads the command line; null if it is not one of the commands. Throws CannotStart if a value is wrong. */
export function readRequest(words: string[]): AdminRequest | null {
  const read = readWords(words);
  if (!read) return null;
  const { positionals, values } = read;
  const [kind, target, command = "show", ...more] = positionals;
  if ((kind !== "tree" && kind !== "account") || !target || more.length > 0) return null;
  if (command === "show") return Object.keys(values).length > 0 ? null : { ...checked(kind, target), command };
  if (command !== "take-down" && command !== "restore" && command !== "delete") return null;
  if (values.yes && command !== "delete") return null;
  if (values.note !== undefined && command === "delete") {
    throw new CannotStart("A deletion takes no --note: notes are encrypted with the tree's key, which goes with it.");
  }
  const reason = reasonFor(command, values.reason) as never;
  const note = values.note === undefined ? undefined : checkedNote(values.note);
  return { ...checked(kind, target), command, reason, note, isSure: values.yes === true } as AdminRequest;
}

function readWords(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: { reason: { type: "string" }, note: { type: "string" }, yes: { type: "boolean" } },
    });
  } catch {
    return null;
  }
}

function checked(kind: Target["kind"], target: string): Target {
  if (kind === "tree" && !isShareCode(target)) {
    throw new CannotStart(`"${target}" is not a tree's code: it has 8 letters and digits, and is case-sensitive.`);
  }
  if (kind === "account" && readEmail(target) === null) throw new CannotStart(`"${target}" is not an email address.`);
  return { kind, target };
}

function reasonFor(command: keyof typeof REASONS, given: string | undefined): ActReason {
  const reasons: readonly ActReason[] = REASONS[command];
  const reason = reasons.find((each) => each === given);
  if (reason) return reason;
  throw new CannotStart(`Add --reason with one of:\n${listed(reasons)}`);
}

function checkedNote(note: string): string {
  const { text } = tidyActNote(note);
  if (text !== null) return text;
  throw new CannotStart("--note must have 1 to 500 characters.");
}
