import { isAPIError } from "better-auth/api";
import { ApiError } from "#contract/errors";
import type { Owner } from "#contract/owners";
import type { AccountStore } from "../accounts/store.ts";
import { deviceNamed } from "./device.ts";
import type { KnownDevices } from "./known-devices.ts";
import type { Attempt, PasswordCheck, RightPassword } from "./password-check.ts";
import type { SignIn } from "./sign-in.ts";

/** An owner, and the session in which they ask. */
export type SignedIn = { owner: Owner; sessionId: string };
export type Credentials = { email: string; password: string; rememberMe?: boolean };
/** A session that has begun, and the cookies that hold it. */
export type Begun = { owner: Owner; cookies: string[] };
export type OwnerService = ReturnType<typeof ownerService>;

type StoredUser = { id: string; email: string; name: string; emailVerified: boolean };
type Dependencies = { library: SignIn; accounts: AccountStore; passwords: PasswordCheck; devices: KnownDevices };

export function ownerService({ library, accounts, passwords, devices }: Dependencies) {
  async function whoAsks(headers: Headers): Promise<SignedIn | null> {
    if (!headers.has("cookie")) return null;
    const found = await library.api.getSession({ headers }).catch((error) => {
      // The library's own word for a database that did not answer; it keeps the cause to itself.
      if (isAPIError(error) && error.statusCode === 500) throw new ApiError("service_unavailable");
      throw error;
    });
    return found && { owner: toOwner(found.user), sessionId: found.session.id };
  }

  /** Begins a session with a token of its own, and ends the one that the browser held: a token from before opens nothing. */
  async function begin(
    right: RightPassword,
    headers: Headers,
    isKept = !isForgottenSoon(headers),
  ): Promise<Begun | null> {
    const before = await whoAsks(headers);
    const device = deviceNamed(headers.get("user-agent"));
    const body = { ownerId: right.ownerId, device, isKept };
    const begun = await library.api.createSession({ body, returnHeaders: true });
    // The account was deleted in this very moment.
    if (!begun.response) return null;
    // The password was changed meanwhile: that ends every session, this one too.
    if (!(await accounts.isPasswordOf(right))) {
      await accounts.endSession(begun.response.sessionId, right.ownerId);
      return null;
    }
    await accounts.endOldestSessions(right.ownerId);
    if (before) await accounts.endSession(before.sessionId, before.owner.id);
    const known = isKept ? [devices.cookieFor(headers, right)] : [];
    return { owner: toOwner(begun.response.user), cookies: [...begun.headers.getSetCookie(), ...known] };
  }

  async function signOut(headers: Headers): Promise<string[]> {
    // The library would say "signed out" while the database is away, and the session would live on.
    await whoAsks(headers);
    const answer = await library.api.signOut({ headers, returnHeaders: true });
    return answer.headers.getSetCookie();
  }

  return {
    /** Begins a session: the cookies that hold it, or the refusal `invalid_credentials`. */
    async signIn({ email, password, rememberMe = true }: Credentials, attempt: Attempt): Promise<Begun> {
      const right = await passwords.whose(email, password, attempt);
      const begun = await begin(right, attempt.headers, rememberMe);
      if (!begun) throw new ApiError("invalid_credentials");
      return begun;
    },

    /** The cookies of a new session in place of the browser's own; none where the password was changed again meanwhile. */
    async renewSession(right: RightPassword, headers: Headers): Promise<string[]> {
      return (await begin(right, headers))?.cookies ?? [];
    },

    /** Ends the session that the request's cookies hold, if any; gives the cookies that take theirs away. */
    signOut,

    /** The cookies that take away all that a browser holds of an account. */
    forget: async (headers: Headers): Promise<string[]> => [...(await signOut(headers)), devices.forget()],

    /** Whose session the request's cookies hold. */
    whoAsks,
  };
}

/** Whether the browser's session ends when it is closed, as the library's own cookie says. */
const isForgottenSoon = (headers: Headers) => headers.get("cookie")?.includes("dont_remember=") ?? false;

function toOwner({ id, email, name, emailVerified }: StoredUser): Owner {
  return { id, email, name, isEmailConfirmed: emailVerified };
}
