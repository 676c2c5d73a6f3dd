import type { ActReason } from "#contract/moderation";
import type { SeenAccount, SeenTree } from "../../api/features/moderation/operator.store.ts";
import { isPausedAt } from "../../api/platform/tree-moments.ts";
import { en as strings } from "../../languages/en/strings.ts";

/** A reason as the pages say it. */
export const reasonInWords = (reason: ActReason): string =>
  strings.report.reasons[reason] ?? strings.moderation.reasons[reason] ?? reason;

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
export const counted = (amount: number, one: string, many: string) => `${amount} ${amount === 1 ? one : many}`;

/** Describes a tree by what its visitors see, its state and its counts. */
export function describeTree(tree: SeenTree, now: Date): string {
  return [
    `${tree.shareCode}  ${JSON.stringify(tree.name)} (${tree.type}), created ${dayOf(tree.createdAt)}`,
    `  opening day  ${tree.openingDay}, ${tree.timeZone}`,
    `  state        ${stateOf(tree, now)}`,
    `  gifts        ${tree.gifts}`,
    `  reports      ${tree.waitingReports} waiting`,
  ].join("\n");
}

export function describeAccount(account: SeenAccount, trees: readonly SeenTree[], now: Date): string {
  const { email, createdAt, isConfirmed, isModerator, devices } = account;
  return [
    `${email}, created ${dayOf(createdAt)}`,
    `  email        ${isConfirmed ? "confirmed" : "not confirmed"}`,
    `  role         ${isModerator ? "moderator" : "owner"}`,
    `  signed in    on ${counted(devices, "device", "devices")}`,
    `  trees        ${trees.length}`,
    ...trees.map((tree) => {
      const reports = tree.waitingReports > 0 ? `, ${counted(tree.waitingReports, "report", "reports")} waiting` : "";
      return `  ${tree.shareCode}     ${tree.type}, ${tree.openingDay}, ${stateOf(tree, now)}, ${counted(tree.gifts, "gift", "gifts")}${reports}`;
    }),
  ].join("\n");
}

function stateOf(tree: SeenTree, now: Date): string {
  const { takenDownFor, opensAt } = tree;
  const states = [opensAt <= now ? "open" : "closed until its opening day"];
  if (isPausedAt(tree, now)) states.push("paused");
  if (takenDownFor) states.push(`taken down (${reasonInWords(takenDownFor)})`);
  return states.join(", ");
}
