// Shows, takes down, restores and deletes trees and accounts. The service may keep running.
import { createInterface } from "node:readline/promises";
import type { OperatorService } from "../api/features/moderation/operator/service.ts";
import { CannotStart } from "../api/platform/db/embedded.ts";
import { describeAccount, describeTree } from "./admin/descriptions.ts";
import { operatorOn } from "./admin/operator.ts";
import { type AdminRequest, readRequest, USAGE } from "./admin/request.ts";
import { printError } from "./print-error.ts";
import { readSettings } from "./start/settings.ts";
import { withDatabase } from "./with-database.ts";

try {
  const request = readRequest(process.argv.slice(2));
  if (request) {
    const settings = readSettings(process.env);
    await withDatabase(settings, async (database) => {
      const operator = await operatorOn(database, settings, request);
      console.log(await (request.kind === "tree" ? onTree : onAccount)(operator, request));
    });
  } else {
    console.error(USAGE);
    process.exitCode = 1;
  }
} catch (error) {
  printError(error);
}

/** Does what was asked, and returns what to print. */
async function onTree(operator: OperatorService, request: AdminRequest): Promise<string> {
  const { target: code } = request;
  const tree = await operator.findTree(code);
  if (!tree) throw new CannotStart(`There is no tree ${code}. Codes are case-sensitive; it may have been deleted.`);
  switch (request.command) {
    case "show":
      return describeTree(tree, new Date());
    case "take-down":
      return (await operator.takeDown(code, request))
        ? `Took down the tree ${code}. Only its owners see it, and they get a mail with the reason.`
        : `The tree ${code} is taken down already: nothing was changed.`;
    case "restore":
      return (await operator.restore(code, request))
        ? `The tree ${code} shows again, and its reports are back in the queue.`
        : `The tree ${code} is not taken down: nothing was changed.`;
    case "delete": {
      await confirm(request, code, `${describeTree(tree, new Date())}\nDelete it for good, with everything on it?`);
      const isGone = await operator.deleteTree(code, request.reason);
      return isGone ? `Deleted the tree ${code}.` : `The tree ${code} was deleted meanwhile.`;
    }
  }
}

async function onAccount(operator: OperatorService, request: AdminRequest): Promise<string> {
  const { target: email } = request;
  const account = await operator.findAccount(email);
  if (!account) throw new CannotStart(`There is no account with the e-mail ${email}.`);
  const described = async () => describeAccount(account, await operator.listCreatedBy(account.id), new Date());
  switch (request.command) {
    case "show":
      return described();
    case "take-down": {
      const codes = await operator.takeDownAll(account, request);
      return `Took down ${codes.length} trees${listed(codes)}. Trees of the account that were taken down before stay so.`;
    }
    case "restore": {
      const codes = await operator.restoreAll(account, request);
      return `${codes.length} trees show again${listed(codes)}. Trees that a moderator took down stay so.`;
    }
    case "delete": {
      await confirm(request, account.email, `${await described()}\nDelete it for good? Its trees go too.`);
      const deleted = await operator.deleteAccount(account, request.reason);
      return deleted
        ? `Deleted the account ${account.email}, with ${deleted.trees} trees and ${deleted.gifts} gifts.`
        : `The account ${account.email} was deleted meanwhile.`;
    }
  }
}

function listed(codes: readonly string[]): string {
  return codes.length > 0 ? ` (${codes.join(", ")})` : "";
}

/** Returns once the operator has confirmed, by `--yes` or by typing the name of what goes. Throws CannotStart. */
async function confirm({ isSure }: { isSure: boolean }, name: string, question: string): Promise<void> {
  if (isSure) return;
  console.log(`${question} Type ${name} to confirm:`);
  const input = createInterface({ input: process.stdin });
  for await (const line of input) {
    if (line.trim() === name) return input.close();
    break;
  }
  input.close();
  throw new CannotStart("Nothing was deleted: that was not confirmed. Without a terminal, add --yes.");
}
