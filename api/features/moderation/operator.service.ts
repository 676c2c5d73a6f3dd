import { ApiError } from "#contract/errors";
import type { Language } from "#contract/languages";
import type { ACT_REASONS } from "#contract/moderation";
import type { AccountDeleted } from "#contract/owners";
import type { Clock } from "../../platform/clock.ts";
import type { AccountStore } from "../accounts/accounts.store.ts";
import { hashPassword } from "../accounts/sign-in/passwords.ts";
import type { ActService } from "./acts.service.ts";
import type { ActStore } from "./acts.store.ts";
import { OPERATOR_ID } from "./moderators.store.ts";
import type { OperatorStore, SeenAccount } from "./operator.store.ts";

type Reason<Act extends keyof typeof ACT_REASONS> = (typeof ACT_REASONS)[Act][number];
type Why<Act extends keyof typeof ACT_REASONS> = { reason: Reason<Act>; note?: string };
export type OperatorService = ReturnType<typeof operatorService>;
type Dependencies = {
  store: OperatorStore;
  acts: ActService;
  actStore: ActStore;
  accounts: AccountStore;
  clock: Clock;
};

/**
 * What the operator does on the command line: accounts for those whom they know, moderators' acts without a report, and
 * deletions. Acts and deletions are recorded in the history under `OPERATOR_ID`, which must be known (`addOperator`).
 */
export function operatorService({ store, acts, actStore, accounts, clock }: Dependencies) {
  const isDone = async (act: Parameters<ActService["act"]>[1], isOneOfMany = false): Promise<boolean> => {
    try {
      await acts.act(OPERATOR_ID, act, null, { isOneOfMany });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.reason === "already_decided") return false;
      throw error;
    }
  };
  const record = (act: "delete_tree" | "delete_account", shareCode: string | null, reason: Reason<"delete_tree">) => {
    const entry = { id: crypto.randomUUID(), moderatorId: OPERATOR_ID, act, shareCode, reason, actedAt: clock() };
    return (within: Parameters<ActStore["write"]>[1]) => actStore.write(entry, within);
  };
  const takeDown = (shareCode: string, why: Why<"take_down_tree">, isOneOfMany?: boolean) =>
    isDone({ act: "take_down_tree", shareCode, ...why }, isOneOfMany);

  return {
    findTree: store.findTree,
    findAccount: store.findAccount,
    listCreatedBy: store.listCreatedBy,

    /** Creates an account whose password nobody knows, and mails its owner the link that sets one. */
    async createAccount(email: string, language: Language): Promise<void> {
      const passwordHash = await hashPassword(crypto.randomUUID(), { isKnown: true, groups: [OPERATOR_ID] });
      const mail = { now: clock(), isForConfirmed: false, kind: "reset_password" } as const;
      await accounts.signUp({ email, name: "", language, passwordHash }, mail);
    },

    confirmAddress: ({ id }: SeenAccount): Promise<boolean> => accounts.confirm(id, clock()),

    mailSignInLink: ({ email: address }: SeenAccount): Promise<void> =>
      accounts.askForMails([{ kind: "reset_password", address, dueAt: clock() }]),

    /** Takes a tree down and mails its owner; returns false if it is taken down already. */
    takeDown: (shareCode: string, why: Why<"take_down_tree">) => takeDown(shareCode, why),

    /** Shows a tree again, whoever took it down; returns false if it is not taken down. */
    async restore(shareCode: string, why: Why<"undo">): Promise<boolean> {
      const takenDown = await store.takeDownOf(shareCode);
      return takenDown !== undefined && isDone({ act: "undo", undoes: takenDown.id, ...why });
    },

    deleteTree: (shareCode: string, reason: Reason<"delete_tree">): Promise<boolean> =>
      store.deleteTree(shareCode, record("delete_tree", shareCode, reason)),

    /**
     * Takes down every tree that an account created, and mails its owner once; returns the codes of those that were not
     * taken down before.
     */
    async takeDownAll({ id }: SeenAccount, why: Why<"take_down_tree">): Promise<string[]> {
      const done: string[] = [];
      for (const { shareCode } of await store.listCreatedBy(id)) {
        if (await takeDown(shareCode, why, true)) done.push(shareCode);
      }
      await actStore.tellOwner(done, { kind: "tree_taken_down", reason: why.reason, now: clock() });
      return done;
    },

    /** Shows the trees again that the operator took down; those that moderators took down stay so. */
    async restoreAll({ id }: SeenAccount, why: Why<"undo">): Promise<string[]> {
      const done: string[] = [];
      for (const { shareCode } of await store.listCreatedBy(id)) {
        const takenDown = await store.takeDownOf(shareCode);
        if (takenDown?.moderatorId !== OPERATOR_ID) continue;
        if (await isDone({ act: "undo", undoes: takenDown.id, ...why }, true)) done.push(shareCode);
      }
      await actStore.tellOwner(done, { kind: "tree_restored", now: clock() });
      return done;
    },

    /** Deletes an account with all its data, as its owner can, unless somebody has taken it over since it was seen. */
    deleteAccount(
      { id, email, isConfirmed: isProven }: SeenAccount,
      reason: Reason<"delete_account">,
    ): Promise<AccountDeleted | undefined> {
      const by = { ownerId: id, email, isProven };
      return accounts.delete(id, { by, record: record("delete_account", null, reason) });
    },
  };
}
