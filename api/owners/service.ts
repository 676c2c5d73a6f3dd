import { isAPIError } from "better-auth/api";
import { Refusal } from "#contract/errors";
import type { Owner } from "#contract/owners";
import type { AccountStore } from "../accounts/store.ts";
import type { Caller } from "../callers/service.ts";
import { deviceNamed } from "./device.ts";
import type { PasswordCheck } from "./password-check.ts";
import type { SignIn } from "./sign-in.ts";

/** An owner, and the session in which they ask. */
export type SignedIn = { owner: Owner; sessionId: string };
export type Credentials = { email: string; password: string; rememberMe?: boolean };
export type OwnerService = ReturnType<typeof ownerService>;

type KeptUser = { id: string; email: string; name: string; emailVerified: boolean };
type Rooms = { library: SignIn; accounts: AccountStore; passwords: PasswordCheck };

export function ownerService({ library, accounts, passwords }: Rooms) {
  async function whoAsks(headers: Headers): Promise<SignedIn | null> {
    if (!headers.has("cookie")) return null;
    const found = await library.api.getSession({ headers }).catch((error) => {
      // The library's own word for a database that did not answer; it keeps the cause to itself.
      if (isAPIError(error) && error.statusCode === 500) throw new Refusal("service_unavailable");
      throw error;
    });
    return found && { owner: toOwner(found.user), sessionId: found.session.id };
  }

  return {
    /** Begins a session: the cookies that hold it, or the refusal `invalid_credentials`. */
    async signIn(
      { email, password, rememberMe = true }: Credentials,
      caller: Caller,
      headers: Headers,
    ): Promise<{ owner: Owner; cookies: string[] }> {
      const right = await passwords.whose(email, password, caller);
      const { ownerId } = right;
      const before = await whoAsks(headers);
      const device = deviceNamed(headers.get("user-agent"));
      const body = { ownerId, device, isKept: rememberMe };
      const begun = await library.api.beginSession({ body, returnHeaders: true });
      // The account was deleted in this very moment.
      if (!begun.response) throw new Refusal("invalid_credentials");
      // The password was changed while this one was tried: that ends every session, this one too.
      if (!(await accounts.isPasswordOf(right))) {
        await accounts.endSession(begun.response.sessionId, ownerId);
        throw new Refusal("invalid_credentials");
      }
      // A session that somebody put into this browser ends here, and none is left behind unseen.
      if (before) await accounts.endSession(before.sessionId, before.owner.id);
      return { owner: toOwner(begun.response.user), cookies: begun.headers.getSetCookie() };
    },

    /** Ends the session that the request's cookies hold, if any; gives the cookies that take theirs away. */
    async signOut(headers: Headers): Promise<string[]> {
      // The library would say "signed out" while the database is away, and the session would live on.
      await whoAsks(headers);
      const answer = await library.api.signOut({ headers, returnHeaders: true });
      return answer.headers.getSetCookie();
    },

    /** Whose session the request's cookies hold. */
    whoAsks,
  };
}

function toOwner({ id, email, name, emailVerified }: KeptUser): Owner {
  return { id, email, name, isEmailConfirmed: emailVerified };
}
