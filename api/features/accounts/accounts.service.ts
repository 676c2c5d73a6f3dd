import { mailboxOf } from "#contract/emails";
import { ApiError } from "#contract/errors";
import type { Language } from "#contract/languages";
import { LINK_PURPOSES } from "#contract/mails";
import type { Account, AccountDeleted, MailedLink, Owner, OwnersSession, SignUps } from "#contract/owners";
import { RATE_POLICIES } from "#contract/rate-limits";
import type { Caller } from "../../platform/client-identity/callers.store.ts";
import type { Session } from "../../platform/db/hold-owner.ts";
import { counterOf, countersNaming } from "../../platform/rate-limits/rate-limits.store.ts";
import type { RateLimitRequest } from "../../platform/rate-limits/rate-limits.ts";
import { hashOfToken } from "../../platform/secrets.ts";
import type { Tools } from "../../platform/tools.ts";
import type { Settings } from "./accounts.schemas.ts";
import type { AccountStore } from "./accounts.store.ts";
import { CONFIRMING, type LinkStore } from "./links/links.store.ts";
import type { Unsubscribing } from "./links/unsubscribing.ts";
import {
  type AccountKey,
  type Attempt,
  type PasswordCheck,
  waiterFor,
  wrongPassword,
} from "./sign-in/password-check.ts";
import { hashPassword, isGuessable, type RightPassword } from "./sign-in/passwords.ts";
import type { SignedIn } from "./sign-in/sign-in.service.ts";

export type AccountService = ReturnType<typeof accountService>;

type Dependencies = Tools & {
  store: AccountStore;
  links: LinkStore;
  unsubscribing: Unsubscribing;
  passwords: PasswordCheck;
  accountKey: AccountKey;
  signUps: SignUps;
};
type Reset = { token: string; password: string; language?: Language };
type SignUp = { email: string; password: string; name?: string; language?: Language };

export function accountService({ store, links, unsubscribing, passwords, ...dependencies }: Dependencies) {
  const { accountKey, limits, freshness, clock, signUps } = dependencies;
  const linksTo = (kind: "reset_password" | "confirm_email", email: string): RateLimitRequest[] => [
    { policy: "linkMailsPerAccount", keys: [accountKey(`${kind} ${email}`)] },
  ];
  const ofAddress = "requestsPerAddress";
  /** Whether this address, and its network, have asked for few links so far: a flood would hold up everybody's mail. */
  function isCalm({ hash, networkCountedAs: [network] }: Caller): boolean {
    const keys = [hash, network ?? hash].map((key, i) => `mail ${i} ${key}`);
    return limits.takeHereIfFree({ policy: ofAddress, keys });
  }
  /** Counts a look at a mailed link, or a use of one, right or made up: each asks the database. */
  const countLink = (act: "link" | "use", { hash }: Caller) =>
    limits.takeHere({ policy: ofAddress, keys: [`${act} ${hash}`] });
  /** Whether an account may ask for another mail. If not, the request still succeeds, so that nobody learns of it. */
  const hasRoom = async (requests: RateLimitRequest[]) => (await limits.takeIfFree(requests)) !== null;
  const addressChangesOf = (ownerId: string) =>
    counterOf({ policy: RATE_POLICIES.addressChangesPerAccount, key: accountKey(ownerId) });
  /** The mailbox's reader made earlier links invalid on purpose, so the next one may be sent at once. */
  const startResetsOver = (email: string) => limits.reset(linksTo("reset_password", email));

  /** What mail to this mailbox counts as if nobody has confirmed it: each mailbox once within the window. */
  async function reaching(email: string, { countedAs }: Caller): Promise<RateLimitRequest[]> {
    const policy = "mailboxesPerAddress";
    const mailbox = { policy, keys: countedAs.map((key) => accountKey(`${key} ${mailboxOf(email)}`)) } as const;
    return (await limits.used(mailbox)) > 0 ? [] : [mailbox, { policy, keys: countedAs }];
  }
  /** Whether somebody may ask for mail to this mailbox: if they asked for it lately, or for few others. */
  const mayReach = async (email: string, caller: Caller) => hasRoom(await reaching(email, caller));

  async function holderBy(password: string | undefined, email: string, attempt: Attempt): Promise<RightPassword> {
    if (password === undefined) throw new ApiError("not_signed_in");
    return passwords.whose(email, password, attempt).catch((error) => {
      if (error instanceof ApiError && error.reason === "invalid_credentials") throw wrongPassword();
      throw error;
    });
  }

  return {
    /**
     * Creates an account. If the e-mail already has one, the response is the same, and its owner gets a mail that
     * says so.
     */
    async signUp({ email, password, name = "", language = "en" }: SignUp, caller: Caller): Promise<void> {
      await limits.take([
        { policy: "signUpsPerAddress", keys: caller.countedAs },
        { policy: "signUpsPerNetwork", keys: caller.networkCountedAs },
      ]);
      // Before anything is looked up: the answer is the same for known addresses.
      if (signUps !== "open") throw new ApiError("sign_ups_closed");
      const passwordHash = await hashPassword(password, waiterFor(caller));
      const isForConfirmed = !(await mayReach(email, caller));
      await store.signUp({ email, name, language, passwordHash }, { now: clock(), isForConfirmed });
    },

    /**
     * Requests a link that signs in, or sets a new password. The response is always the same. If the mailbox got a
     * link a moment ago, that one still works, and no second is sent. Whether an account exists is only looked up
     * when the mail is sent.
     */
    async askForReset(email: string, caller: Caller): Promise<void> {
      if (!isCalm(caller)) return;
      const isForConfirmed = !(await mayReach(email, caller));
      if (!(await hasRoom(linksTo("reset_password", email)))) return;
      await store.askForMails([{ kind: "reset_password", address: email, isForConfirmed, dueAt: clock() }]);
    },

    /** Names the account of a link, so that nobody goes on in a stranger's account unawares. Uses nothing up. */
    async lookAtLink(token: string, signedIn: SignedIn | null, caller: Caller): Promise<MailedLink> {
      countLink("link", caller);
      const link = await links.find(hashOfToken(token), LINK_PURPOSES, clock());
      if (!link) throw new ApiError("link_expired");
      const isChange = link.purpose === "change_email";
      return { email: link.email, isOwn: signedIn?.owner.id === link.ownerId, isChange };
    },

    /**
     * Allows a session by a link, and changes nothing else. An address that nobody has proven needs a new password
     * instead: a stranger may have signed up with it, and would share the account.
     */
    async signInByLink(token: string, caller: Caller): Promise<RightPassword> {
      countLink("use", caller);
      const tokenHash = hashOfToken(token);
      const link = await links.find(tokenHash, ["reset_password"], clock());
      const holder = link && (await store.holderOf(link.ownerId));
      if (!link || !holder) throw new ApiError("link_expired");
      if (!holder.isProven) throw new ApiError("new_password_required");
      if (!(await links.signIn(tokenHash, holder, clock()))) throw new ApiError("link_expired");
      await startResetsOver(link.email);
      return holder;
    },

    /**
     * Sets a new password by a link. Ends all sessions and passkeys, so that anybody else who had access loses it.
     * `language` is for an account that this resets.
     */
    async resetPassword({ token, password, language }: Reset, caller: Caller): Promise<RightPassword> {
      countLink("use", caller);
      const tokenHash = hashOfToken(token);
      // Check first: hashing is expensive, and made-up tokens must not cause it.
      const link = await links.find(tokenHash, ["reset_password"], clock());
      if (!link) throw new ApiError("link_expired");
      refuseGuessable("password", password, link.email);
      const { ownerId } = link;
      const hash = await hashPassword(password, waiterFor(caller, ownerId));
      const counters = [...countersNaming(ownerId, []), addressChangesOf(ownerId)];
      const reset = { ownerId, passwordHash: hash, counters, language };
      if (!(await links.resetPassword(tokenHash, reset, clock()))) throw new ApiError("link_expired");
      await startResetsOver(link.email);
      return { ownerId, hash, email: link.email };
    },

    /**
     * Confirms an address by the link that was sent there. It also requires a session of the account, or its
     * password. The link alone would confirm an account that a stranger created with somebody else's address and
     * still knows the password of. Returns the password that a session may begin with.
     */
    async confirmEmail(
      { token, password }: { token: string; password?: string },
      signedIn: SignedIn | null,
      attempt: Attempt,
    ): Promise<RightPassword> {
      countLink("use", attempt.caller);
      const tokenHash = hashOfToken(token);
      const link = await links.find(tokenHash, CONFIRMING, clock());
      const holder = link && (await store.holderOf(link.ownerId));
      if (!link || !holder) throw new ApiError("link_expired");
      const right =
        signedIn?.owner.id === holder.ownerId
          ? { ...holder, sessionId: signedIn.sessionId }
          : await holderBy(password, holder.email, attempt);
      const email = await links.confirmEmail(tokenHash, right, clock());
      if (email === null) throw new ApiError("link_expired");
      await startResetsOver(email);
      return { ownerId: right.ownerId, hash: right.hash, email };
    },

    async find({ id }: Owner): Promise<Account> {
      const { createdAt, ...found } = stillThere(await store.find(id));
      return { ...found, newEmail: await store.newEmailOf(id, clock()), createdAt: createdAt.toISOString() };
    },

    /** The rest of what is stored of an account, for its owner to save. */
    records: ({ id }: Owner) => store.recordsOf(id),

    change: (by: Session, settings: Settings): Promise<void> => store.change(by, settings),

    /** Switches mails about gifts off, by the link in one of them. A second time changes nothing. */
    async unsubscribe(token: string): Promise<void> {
      const found = await store.find(unsubscribing.ownerNamedBy(token));
      if (!found || !unsubscribing.isFor(token, found)) throw new ApiError("link_expired");
      await store.stopGiftMails(found);
    },

    /** Sends the link that confirms the owner's address again, unless it is confirmed. The last one may still work. */
    async askForConfirmation({ owner, sessionId }: SignedIn, caller: Caller): Promise<void> {
      const { id: ownerId, email, isEmailConfirmed } = owner;
      if (isEmailConfirmed) return;
      await limits.take(await reaching(email, caller));
      if (!(await hasRoom(linksTo("confirm_email", email)))) return;
      await store.askForConfirmation({ ownerId, sessionId }, clock());
    },

    /**
     * Starts a change of address. It takes effect when the link to the new address is followed; the current address
     * is notified at once.
     */
    async askForNewEmail(signedIn: SignedIn, newEmail: string, password: string, caller: Caller): Promise<void> {
      const { id, email } = signedIn.owner;
      if (newEmail === email) throw new ApiError("validation_failed", [{ field: "email", reason: "already_yours" }]);
      const right = await passwords.confirm(signedIn, password, caller);
      refuseGuessable("password", password, newEmail);
      const change = { policy: "addressChangesPerAccount", keys: [accountKey(id)] } as const;
      await limits.take([change, ...(await reaching(newEmail, caller))]);
      const isAsked = await store.askForNewEmail(right, [
        { kind: "confirm_new_email", ownerId: id, address: newEmail, dueAt: clock() },
        { kind: "email_change_asked", ownerId: id, address: email, dueAt: clock() },
      ]);
      if (!isAsked) throw wrongPassword();
    },

    /** Returns whether a change waited: it may have taken effect meanwhile. */
    cancelNewEmail: (by: Session): Promise<boolean> => store.cancelNewEmail(by),

    /** Ends all sessions, this one too, passkeys and links. The caller begins a new session with the returned password. */
    async changePassword(
      signedIn: SignedIn,
      { password, newPassword }: { password: string; newPassword: string },
      caller: Caller,
    ): Promise<RightPassword> {
      const { email, isEmailConfirmed } = signedIn.owner;
      refuseGuessable("newPassword", newPassword, email);
      const former = await passwords.confirm(signedIn, password, caller);
      const hash = await hashPassword(newPassword, waiterFor(caller, former.ownerId));
      if (!(await store.changePassword(former, hash))) throw wrongPassword();
      if (isEmailConfirmed) await startResetsOver(email);
      return { ownerId: former.ownerId, hash, email: former.email };
    },

    async listSessions({ owner, sessionId }: SignedIn): Promise<OwnersSession[]> {
      const sessions = await store.listSessions(owner.id);
      return sessions.map(({ id, device, since, seen, isTold }) => ({
        id,
        device: device ?? "",
        since: since.toISOString(),
        seen: seen.toISOString(),
        isThis: id === sessionId,
        isTold,
      }));
    },

    async endSession(id: string, by: Session): Promise<void> {
      if (!(await store.endSessionFor(id, by))) throw new ApiError("session_not_found");
    },

    async delete(signedIn: SignedIn, password: string, caller: Caller): Promise<AccountDeleted> {
      const by = await passwords.confirm(signedIn, password, caller);
      const { id } = signedIn.owner;
      // A tree created concurrently is not in this list; its cached copies expire like those of changes by other
      // processes.
      const trees = await store.treesOf(id);
      const deleting = store.delete(id, { by });
      return stillThere(await freshness.changing(trees, deleting));
    },
  };
}

function refuseGuessable(field: string, password: string, email: string): void {
  if (isGuessable(password, email)) throw new ApiError("validation_failed", [{ field, reason: "easy_to_guess" }]);
}

/** Another browser of the owner may have deleted the account since this request began. */
function stillThere<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new ApiError("not_signed_in");
  return found;
}
