import { createHmac } from "node:crypto";
import { ApiError } from "#contract/errors";
import type { Waiter } from "../../../../shared/fair-queue.ts";
import type { Caller } from "../../../platform/client-identity/callers.store.ts";
import type { RateLimitRequest, RateLimits } from "../../../platform/rate-limits/rate-limits.ts";
import type { AccountStore } from "../accounts.store.ts";
import type { KnownDevices } from "./known-devices.ts";
import { inTurn, isPassword, type RightPassword } from "./passwords.ts";

/** Who tries a password: the client, and the request's headers with the browser's cookies. */
export type Attempt = { caller: Caller; headers: Headers };
export type PasswordCheck = ReturnType<typeof passwordCheck>;
type Dependencies = { store: AccountStore; limits: RateLimits; devices: KnownDevices; accountKey: AccountKey };

// Compared with if no account has the e-mail, to do the same work.
const NOBODY: RightPassword = { ownerId: "", hash: "", email: "" };

/**
 * The only place where a password is checked. Only failures count, and they cost the same whether the account exists
 * or not. Known browsers and sessions have budgets of their own that no stranger can use up: nobody can lock an owner
 * out.
 */
export function passwordCheck({ store, limits, devices, accountKey }: Dependencies) {
  /**
   * Returns the account if the password is right, and throws `wrong` if not. The attempt begins only after the wait in the
   * queue: requests with right passwords do not use up each other's quota while they wait.
   */
  async function tried(
    password: string,
    found: RightPassword | undefined,
    { budget, waiter, wrong }: { budget: readonly RateLimitRequest[]; waiter: Waiter; wrong: ApiError },
  ): Promise<RightPassword> {
    // If the budget is used up, refuse at once instead of after the wait.
    await limits.take(budget.map((each) => ({ ...each, cost: 0 })));
    const compare = async () => {
      const isRight = await isPassword(password, found?.hash);
      if (!found || !isRight) throw wrong;
      return found;
    };
    return inTurn(waiter, () => limits.attempt(budget, compare));
  }

  return {
    /** Returns the account that e-mail and password belong to; throws `invalid_credentials` if there is none. */
    async whose(email: string, password: string, { caller, headers }: Attempt): Promise<RightPassword> {
      const found = await store.credentialsOf(email);
      const device = devices.idOf(headers, found ?? NOBODY);
      const ofAccount = { policy: "signInsPerAccount", keys: [accountKey(email)] } as const;
      const budget = [...budgetOf(caller, device), ...(device ? [] : [ofAccount])];
      const waiter = waiterFor(caller, device && found?.ownerId);
      return tried(password, found, { budget, waiter, wrong: new ApiError("invalid_credentials") });
    },

    /** Requires a signed-in owner's password again: a session left open must not be enough. */
    async confirm(
      { owner, sessionId }: { owner: { id: string }; sessionId: string },
      password: string,
      caller: Caller,
    ): Promise<RightPassword & { sessionId: string }> {
      // Not by the address: it may belong to somebody else by now.
      const found = await store.holderOf(owner.id);
      const budget: RateLimitRequest[] = [{ policy: "passwordsPerSession", keys: [sessionId] }];
      const waiter = waiterFor(caller, found?.ownerId);
      return { ...(await tried(password, found, { budget, waiter, wrong: wrongPassword() })), sessionId };
    },
  };
}

/** What an attempt to sign in takes: browsers that the account knows have a budget of their own. */
export const budgetOf = (caller: Caller, device: string | undefined): RateLimitRequest[] =>
  device
    ? [{ policy: "signInsPerDevice", keys: [device] }]
    : [
        { policy: "signInsPerAddress", keys: caller.countedAs },
        { policy: "signInsPerNetwork", keys: caller.networkCountedAs },
      ];

/**
 * Returns how a request waits for a password check: under the account that it is known to, or as a stranger. An IPv6
 * /48 network shares a place, and so do all who are known to one account.
 */
export function waiterFor(caller: Caller, ownerId?: string): Waiter {
  const network = caller.networkCountedAs[0] ?? caller.hash;
  return { isKnown: ownerId !== undefined, groups: ownerId === undefined ? [network] : [network, ownerId] };
}

export const wrongPassword = () => new ApiError("validation_failed", [{ field: "password", reason: "wrong_password" }]);

export type AccountKey = (email: string) => string;

/** Returns the counter key of an e-mail address. The counters do not reveal the address. */
export const accountKeyWith =
  (secret: string): AccountKey =>
  (email) =>
    createHmac("sha256", secret).update(`account ${email}`).digest("base64url");
