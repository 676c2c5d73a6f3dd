import { parseArgs } from "node:util";
import { isShareCode } from "#contract/codes";
import { readEmail } from "#contract/emails";
import { LANGUAGES, type Language } from "#contract/languages";
import { ACT_REASONS, type ActReason, tidyActNote } from "#contract/moderation";
import { OperatorError } from "../../shared/operator-error.ts";
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
npm run admin -- account EMAIL create [--language CODE]
                                       creates an account, and mails its owner a link to set a password
npm run admin -- account EMAIL link    mails its owner a link that signs in
npm run admin -- account EMAIL confirm
                                       confirms its address; its password stays that of whoever signed up, so use
                                       link instead unless you know that this was its owner
npm run admin -- mail EMAIL            sends a test mail, and says what the mail server answers
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

What is taken down, restored or deleted is listed at /moderation/history.`;

type Target = { kind: "tree" | "account"; target: string };
type ReasonOf<Command extends keyof typeof REASONS> = (typeof REASONS)[Command][number];
type Command =
  | { command: "show"; note?: undefined }
  | { command: "take-down"; reason: ReasonOf<"take-down">; note?: string }
  | { command: "restore"; reason: ReasonOf<"restore">; note?: string }
  | { command: "delete"; reason: ReasonOf<"delete">; note?: undefined; isSure: boolean };
type AccountCommand = { command: "confirm" | "link" } | { command: "create"; language: Language };
/** All but a test mail. */
export type StoredRequest =
  | (Target & Command)
  | ({ kind: "account"; target: string; note?: undefined } & AccountCommand);
type AdminRequest = StoredRequest | { kind: "mail"; target: string };

/** Reads the command line; null if it is not one of the commands. Throws OperatorError if a value is wrong. */
export function readRequest(words: string[]): AdminRequest | null {
  const read = readWords(words);
  if (!read) return null;
  const { positionals, values } = read;
  const [kind, target, command = "show", ...more] = positionals;
  if ((kind !== "tree" && kind !== "account" && kind !== "mail") || !target || more.length > 0) return null;
  const { language, ...others } = values;
  const isPlain = Object.keys(others).length === 0;
  if (kind === "account" && command === "create") {
    return isPlain ? { kind, target: checked(kind, target), command, language: checkedLanguage(language) } : null;
  }
  if (language !== undefined) return null;
  if (kind === "mail") return isPlain && !positionals[2] ? { kind, target: checked(kind, target) } : null;
  if (kind === "account" && (command === "confirm" || command === "link")) {
    return isPlain ? { kind, target: checked(kind, target), command } : null;
  }
  if (command === "show") return isPlain ? { kind, target: checked(kind, target), command } : null;
  if (command !== "take-down" && command !== "restore" && command !== "delete") return null;
  if (values.yes && command !== "delete") return null;
  if (values.note !== undefined && command === "delete") {
    throw new OperatorError("A deletion takes no --note: notes are encrypted with the tree's key, which goes with it.");
  }
  const reason = reasonFor(command, values.reason) as never;
  const note = values.note === undefined ? undefined : checkedNote(values.note);
  const rest = { reason, note, isSure: values.yes === true };
  return { kind, target: checked(kind, target), command, ...rest } as StoredRequest;
}

const TEXT = { type: "string" } as const;

function readWords(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: { reason: TEXT, note: TEXT, language: TEXT, yes: { type: "boolean" } },
    });
  } catch {
    return null;
  }
}

function checked(kind: AdminRequest["kind"], target: string): string {
  if (kind === "tree" && !isShareCode(target)) {
    throw new OperatorError(`"${target}" is not a tree's code: it has 8 letters and digits, and is case-sensitive.`);
  }
  if (kind !== "tree" && readEmail(target) === null) throw new OperatorError(`"${target}" is not an email address.`);
  return target;
}

function checkedLanguage(given = "en"): Language {
  const language = LANGUAGES.find((each) => each === given);
  if (language) return language;
  throw new OperatorError(`--language must be one of ${LANGUAGES.join(", ")}.`);
}

function reasonFor(command: keyof typeof REASONS, given: string | undefined): ActReason {
  const reasons: readonly ActReason[] = REASONS[command];
  const reason = reasons.find((each) => each === given);
  if (reason) return reason;
  throw new OperatorError(`Add --reason with one of:\n${listed(reasons)}`);
}

function checkedNote(note: string): string {
  const { text } = tidyActNote(note);
  if (text !== null) return text;
  throw new OperatorError("--note must have 1 to 500 characters.");
}
