import { isAPIError } from "better-auth/api";
import { ApiError } from "#contract/errors";
import type { Owner } from "#contract/owners";
import type { RateLimits } from "../../../platform/rate-limits/rate-limits.ts";
import type { AccountStore } from "../accounts.store.ts";
import { deviceNamed } from "./device.ts";
import type { KnownDevices } from "./known-devices.ts";
import type { OwnerTurns } from "./owner-turns.ts";
import type { Attempt, PasswordCheck } from "./password-check.ts";
import type { RightPassword } from "./passwords.ts";
import type { SignIn } from "./sign-in-library.ts";

export type SignedIn = { owner: Owner; sessionId: string };
export type Credentials = { email: string; password: string; rememberMe?: boolean };
export type Begun = { owner: Owner; cookies: string[] };
export type OwnerService = ReturnType<typeof ownerService>;

type StoredUser = { id: string; email: string; name: string; emailProvenAt?: Date | null };
type Dependencies = {
  library: SignIn;
  accounts: AccountStore;
  passwords: PasswordCheck;
  devices: KnownDevices;
  limits: RateLimits;
  turns: OwnerTurns;
};

export function ownerService({ library, accounts, passwords, devices, limits, turns }: Dependencies) {
  async function signedInBy(headers: Headers): Promise<SignedIn | null> {
    if (!headers.has("cookie")) return null;
    const found = await library.api.getSession({ headers }).catch((error) => {
      // The library's status for a database that did not respond; it hides the cause.
      if (isAPIError(error) && error.statusCode === 500) throw new ApiError("service_unavailable");
      // The session ended while the library prolonged it.
      if (isAPIError(error) && error.statusCode === 401) return null;
      throw error;
    });
    return found && { owner: toOwner(found.user), sessionId: found.session.id };
  }

  /** Begins a session with a fresh token, and ends the browser's previous one, against session fixation. */
  async function begin(
    right: RightPassword,
    headers: Headers,
    isKept = !isForgottenSoon(headers),
  ): Promise<Begun | null> {
    const before = await signedInBy(headers);
    const device = deviceNamed(headers.get("user-agent"));
    const body = { ownerId: right.ownerId, device, isKept };
    const begun = await library.api.createSession({ body, returnHeaders: true });
    // The account was deleted meanwhile.
    if (!begun.response) return null;
    // The password or the address was changed or the passkey removed meanwhile: that ends this session, too.
    if (!(await accounts.isStill(right))) {
      await accounts.endSession(begun.response.sessionId, right.ownerId);
      return null;
    }
    await accounts.endOldestSessions(right.ownerId);
    if (before) await accounts.endSession(before.sessionId, before.owner.id);
    const known = isKept ? [devices.cookieFor(headers, right)] : [];
    return { owner: toOwner(begun.response.user), cookies: [...begun.headers.getSetCookie(), ...known] };
  }

  async function signOut(headers: Headers): Promise<string[]> {
    // The library would report "signed out" while the database is down or takes no writes, and the session would live on.
    const found = await signedInBy(headers);
    if (found) await accounts.endSession(found.sessionId, found.owner.id);
    const answer = await library.api.signOut({ headers, returnHeaders: true });
    return answer.headers.getSetCookie();
  }

  return {
    async signIn({ email, password, rememberMe = true }: Credentials, attempt: Attempt): Promise<Begun> {
      const right = await passwords.whose(email, password, attempt);
      const begun = await begin(right, attempt.headers, rememberMe);
      if (!begun) throw new ApiError("invalid_credentials");
      return begun;
    },

    /** Begins a session for an owner who has proven who they are by a link or a passkey. */
    async signInBy(
      right: RightPassword,
      headers: Headers,
      gone: "link_expired" | "passkey_not_found" = "link_expired",
    ): Promise<Begun> {
      const begun = await begin(right, headers);
      // The password or the address was changed meanwhile, which ends all links and passkeys.
      if (!begun) throw new ApiError(gone);
      return begun;
    },

    /** Replaces the browser's session; returns the new cookies, or none if the password was changed again meanwhile. */
    async renewSession(right: RightPassword, headers: Headers): Promise<string[]> {
      return (await begin(right, headers))?.cookies ?? [];
    },

    /** Ends the session of the request's cookies, if any; returns cookies that clear them. */
    signOut,

    /** Signs out, and clears everything that a browser stores about an account. */
    forget: async (headers: Headers): Promise<string[]> => [...(await signOut(headers)), devices.forget()],

    signedInBy,

    /**
     * Counts a request against its session's quota, or refuses. Not its owner's: a thief's session could use that up, and
     * keep the owner from changing the password. An owner has few sessions.
     */
    countRequest: (sessionId: string) => limits.takeHere({ policy: "requestsPerOwner", keys: [sessionId] }),

    waitTurn: turns.take,

    endTurn: turns.end,
  };
}

/** Whether the session ends when the browser is closed, according to the library's own cookie. */
const isForgottenSoon = (headers: Headers) => headers.get("cookie")?.includes("dont_remember=") ?? false;

function toOwner({ id, email, name, emailProvenAt }: StoredUser): Owner {
  return { id, email, name, isEmailConfirmed: Boolean(emailProvenAt) };
}
