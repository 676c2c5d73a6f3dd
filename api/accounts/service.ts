import { Refusal } from "#contract/errors";
import type { Language } from "#contract/languages";
import type { Account, AccountDeleted, Owner, OwnersSession } from "#contract/owners";
import type { Caller } from "../callers/service.ts";
import type { Clock } from "../clock.ts";
import { type PasswordCheck, wrongPassword } from "../owners/password-check.ts";
import { hashPassword } from "../owners/passwords.ts";
import type { SignedIn } from "../owners/service.ts";
import { countersNaming, type RateLimits } from "../rate-limits/service.ts";
import type { TreeLookUp } from "../trees/look-up.ts";
import type { LinkStore } from "./links/store.ts";
import { hashOfToken } from "./links/token.ts";
import type { AccountStore, Settings } from "./store.ts";

export type AccountService = ReturnType<typeof accountService>;

type Rooms = {
  store: AccountStore;
  links: LinkStore;
  passwords: PasswordCheck;
  limits: RateLimits;
  lookUp: TreeLookUp;
  clock: Clock;
};
type SignUp = { email: string; password: string; name?: string; language?: Language };

export function accountService({ store, links, passwords, limits, lookUp, clock }: Rooms) {
  const takeMailTurn = (email: string, caller: Caller) =>
    limits.take([
      { policy: "mailsPerAddress", keys: caller.countedAs },
      { policy: "mailsPerAccount", keys: [passwords.accountKey(email)] },
    ]);

  return {
    /** Makes an account. An e-mail that has one already answers the same, and its owner gets a mail that says so. */
    async signUp({ email, password, name = "", language = "en" }: SignUp, caller: Caller): Promise<void> {
      await limits.take([
        { policy: "signUpsPerAddress", keys: caller.countedAs },
        { policy: "mailsPerAccount", keys: [passwords.accountKey(email)] },
      ]);
      const passwordHash = await hashPassword(password);
      await store.signUp({ email, name, language, passwordHash }, clock());
    },

    /** Asks for a link to set another password. Whether anybody has an account with the e-mail shows at sending, to nobody here. */
    async askForReset(email: string, caller: Caller): Promise<void> {
      await takeMailTurn(email, caller);
      await store.askForMails([{ kind: "reset_password", address: email, dueAt: clock() }]);
    },

    async resetPassword(token: string, password: string): Promise<void> {
      const tokenHash = hashOfToken(token);
      // Asked first: hashing is dear, and a token that somebody made up is not worth it.
      if (!(await links.canResetPassword(tokenHash, clock()))) throw new Refusal("link_expired");
      const passwordHash = await hashPassword(password);
      if (!(await links.resetPassword(tokenHash, passwordHash, clock()))) throw new Refusal("link_expired");
    },

    async confirmEmail(token: string): Promise<string> {
      const email = await links.confirmEmail(hashOfToken(token), clock());
      if (email === null) throw new Refusal("link_expired");
      return email;
    },

    async find({ id }: Owner): Promise<Account> {
      const { createdAt, ...found } = stillThere(await store.find(id));
      return { ...found, createdAt: createdAt.toISOString() };
    },

    change: (owner: Owner, settings: Settings): Promise<void> => store.change(owner.id, settings),

    /** Sends the link that confirms the owner's address once more. */
    async askForConfirmation({ id, email, isEmailConfirmed }: Owner, caller: Caller): Promise<void> {
      if (isEmailConfirmed) return;
      await takeMailTurn(email, caller);
      await store.askForMails([{ kind: "confirm_email", ownerId: id, dueAt: clock() }]);
    },

    /** The new address is the owner's once its link was followed; the present one is told right away. */
    async askForNewEmail({ id, email }: Owner, wanted: string, password: string, caller: Caller): Promise<void> {
      const right = await passwords.confirm(email, password, caller);
      await takeMailTurn(wanted, caller);
      const isAsked = await store.askForMailsOf(right, [
        { kind: "confirm_new_email", ownerId: id, address: wanted, dueAt: clock() },
        { kind: "email_change_asked", ownerId: id, address: email, dueAt: clock() },
      ]);
      if (!isAsked) throw wrongPassword();
    },

    async changePassword(
      { owner, sessionId }: SignedIn,
      { password, newPassword }: { password: string; newPassword: string },
      caller: Caller,
    ): Promise<void> {
      const right = await passwords.confirm(owner.email, password, caller);
      if (!(await store.changePassword(right, await hashPassword(newPassword), sessionId))) throw wrongPassword();
    },

    async listSessions({ owner, sessionId }: SignedIn): Promise<OwnersSession[]> {
      const sessions = await store.listSessions(owner.id);
      return sessions.map(({ id, device, since, seen }) => ({
        id,
        device: device ?? "",
        since: since.toISOString(),
        seen: seen.toISOString(),
        isThis: id === sessionId,
      }));
    },

    async endSession({ id: ownerId }: Owner, id: string): Promise<void> {
      if (!(await store.endSession(id, ownerId))) throw new Refusal("session_not_found");
    },

    async delete({ id, email }: Owner, password: string, caller: Caller): Promise<AccountDeleted> {
      await passwords.confirm(email, password, caller);
      // One that is planted this very moment is heard of a little later, as what others change.
      const trees = await store.treesOf(id);
      const deleting = store.delete(id, (codes) => countersNaming(id, codes));
      return stillThere(await lookUp.changing(trees, deleting));
    },
  };
}

/** Another browser of the owner's may have deleted the account since this request began. */
function stillThere<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new Refusal("not_signed_in");
  return found;
}
