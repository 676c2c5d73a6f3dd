// Creates, shows, takes down, restores and deletes trees and accounts, and sends a test mail. The service may keep running.
import { createInterface } from "node:readline/promises";
import { readEmail } from "#contract/emails";
import type { OperatorService } from "../api/features/moderation/operator.service.ts";
import { readMailSettings } from "../api/platform/env.ts";
import { mailTransport } from "../api/platform/mail/transport.ts";
import { problemOf } from "../shared/observability/problems.ts";
import { OperatorError } from "../shared/operator-error.ts";
import { counted, describeAccount, describeTree } from "./admin/descriptions.ts";
import { operatorOn } from "./admin/operator.ts";
import { readRequest, type StoredRequest, USAGE } from "./admin/request.ts";
import { runCommand } from "./command.ts";
import { withDatabase } from "./database-of-service.ts";
import { readSettings } from "./start/settings.ts";

await runCommand(USAGE, async (words) => {
  const request = readRequest(words);
  if (!request) throw new OperatorError(USAGE);
  if (request.kind === "mail") return console.log(await sendTestMail(request.target, process.env));
  const settings = readSettings(process.env);
  await withDatabase(settings, async (database) => {
    const operator = await operatorOn(database, settings, request);
    console.log(await (request.kind === "tree" ? onTree(operator, request) : onAccount(operator, request)));
  });
});

type TreeRequest = Exclude<StoredRequest, { command: "create" | "confirm" | "link" }>;

/** Does what was asked, and returns what to print. */
async function onTree(operator: OperatorService, request: TreeRequest): Promise<string> {
  const { target: code } = request;
  const tree = await operator.findTree(code);
  if (!tree) throw new OperatorError(`There is no tree ${code}. Codes are case-sensitive; it may have been deleted.`);
  switch (request.command) {
    case "show":
      return describeTree(tree, new Date());
    case "take-down":
      return (await operator.takeDown(code, request))
        ? `Took down the tree ${code}. Only its owner sees it, and gets an email with the reason.`
        : `The tree ${code} is taken down already: nothing was changed.`;
    case "restore":
      return (await operator.restore(code, request))
        ? `The tree ${code} shows again, and its reports are back in the queue. Its owner gets an email.`
        : `The tree ${code} is not taken down: nothing was changed.`;
    case "delete": {
      await confirm(request, code, `${describeTree(tree, new Date())}\nDelete it for good, with everything on it?`);
      const isGone = await operator.deleteTree(code, request.reason);
      return isGone ? `Deleted the tree ${code}.` : `The tree ${code} was deleted meanwhile.`;
    }
  }
}

async function onAccount(operator: OperatorService, request: StoredRequest): Promise<string> {
  const { target: email } = request;
  const account = await operator.findAccount(email);
  if (request.command === "create") {
    if (account)
      throw new OperatorError(
        `There is an account with the email ${account.email} already. To mail its owner a link: account EMAIL link`,
      );
    const address = readEmail(email) ?? email;
    await operator.createAccount(address, request.language);
    return `Created the account ${address}. The service mails its owner a link to set a password, which works for a day.`;
  }
  if (!account) throw new OperatorError(`There is no account with the email ${email}.`);
  const described = async () => describeAccount(account, await operator.listCreatedBy(account.id), new Date());
  switch (request.command) {
    case "show":
      return described();
    case "link":
      await operator.mailSignInLink(account);
      return `The service mails a link that signs in to ${account.email}.`;
    case "confirm":
      return (await operator.confirmAddress(account))
        ? `Confirmed the address of ${account.email}, and ended its sessions, passkeys and links. Whoever has its password keeps the account.`
        : `The address of ${account.email} is confirmed already: nothing was changed.`;
    case "take-down": {
      const codes = await operator.takeDownAll(account, request);
      return `Took down ${trees(codes)}. Trees of the account that were taken down before stay so.${mailed(codes)}`;
    }
    case "restore": {
      const codes = await operator.restoreAll(account, request);
      return `Restored ${trees(codes)}. Trees that a moderator took down stay so.${mailed(codes)}`;
    }
    case "delete": {
      await confirm(request, account.email, `${await described()}\nDelete it for good? Its trees go too.`);
      const deleted = await operator.deleteAccount(account, request.reason);
      return deleted
        ? `Deleted the account ${account.email}, with ${counted(deleted.trees, "tree", "trees")} and ${counted(deleted.gifts, "gift", "gifts")}.`
        : `Nothing was deleted: the account ${account.email} was deleted or taken over meanwhile.`;
    }
  }
}

function trees(codes: readonly string[]): string {
  return counted(codes.length, "tree", "trees") + (codes.length > 0 ? ` (${codes.join(", ")})` : "");
}

function mailed(codes: readonly string[]): string {
  return codes.length > 0 ? " Its owner gets one email about that." : "";
}

/** Returns once the operator has confirmed, by `--yes` or by typing the name of what goes. Throws OperatorError. */
async function confirm({ isSure }: { isSure: boolean }, name: string, question: string): Promise<void> {
  if (isSure) return;
  console.log(`${question} Type ${name} to confirm:`);
  const input = createInterface({ input: process.stdin });
  for await (const line of input) {
    if (line.trim() === name) return input.close();
    break;
  }
  input.close();
  throw new OperatorError("Nothing was deleted: that was not confirmed. Without a terminal, add --yes.");
}

/** Sends a mail to an address as the service would, and says what became of it. Throws OperatorError. */
async function sendTestMail(to: string, env: NodeJS.ProcessEnv): Promise<string> {
  const settings = readMailSettings(env);
  const { host } = URL.parse(settings.smtpUrl ?? "") ?? {};
  if (!host)
    throw new OperatorError("SMTP_URL is not set here: give this command the service's SMTP_URL and MAIL_FROM.");
  const transport = mailTransport(settings);
  const subject = "Test mail from Tree Gifting";
  const text = "Mails from your Tree Gifting site arrive here.";
  const messageId = `<${crypto.randomUUID()}@${settings.mailFrom.replace(/.*@|>/g, "")}>`;
  try {
    await transport.send({ messageId, to, subject, text, html: `<p>${text}</p>` });
    return `${host} accepted a mail to ${to}. If it does not arrive, look in its spam folder and in that server's log.`;
  } catch (error) {
    const problem = error instanceof Error && problemOf(error);
    throw problem ? new OperatorError(`${host} did not accept the mail: ${problem}.`) : error;
  } finally {
    transport.hangUp();
  }
}
