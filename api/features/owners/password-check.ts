import { ApiError } from "#contract/errors";
import type { Caller } from "../../platform/client-identity/service.ts";
import type { RateLimitRequest, RateLimits } from "../../platform/rate-limits/service.ts";
import type { AccountStore } from "../accounts/store.ts";
import type { AccountKey } from "./account-key.ts";
import type { Waiter } from "./fair-queue.ts";
import type { KnownDevices } from "./known-devices.ts";
import { inLine, isPassword } from "./passwords.ts";

/** A password that was right when it was tried: whose, and by which hash. The next moment it may be changed. */
export type RightPassword = { ownerId: string; hash: string };
/** Who tries: an address, and the browser's cookies. */
export type Attempt = { caller: Caller; headers: Headers };
export type PasswordCheck = ReturnType<typeof passwordCheck>;
type Dependencies = { store: AccountStore; limits: RateLimits; devices: KnownDevices; accountKey: AccountKey };

// Compared with where nobody has an account with the e-mail: the same work.
const NOBODY: RightPassword = { ownerId: "", hash: "" };

/**
 * The one way a password is tried. Only failures count, and at the same cost whether there is an account or not. A browser that is
 * known to the account, and a session, have budgets that no stranger can use up: nobody can lock an owner out.
 */
export function passwordCheck({ store, limits, devices, accountKey }: Dependencies) {
  /**
   * Taken before the password is compared, and given back where it is right: however many try at once, no more fail. Taken when it is
   * one's turn: those who wait in line with right passwords don't use up each other's quota.
   */
  async function tried(
    password: string,
    found: RightPassword | undefined,
    budget: readonly RateLimitRequest[],
    waiter: Waiter,
  ): Promise<RightPassword | null> {
    // Whom no turn is left for need not wait in line to find out.
    await limits.reserve(budget.map((each) => ({ ...each, cost: 0 })));
    const isRight = await inLine(waiter, async () => {
      await limits.reserve(budget);
      const isSame = await isPassword(password, found?.hash).catch(async (error) => {
        await limits.giveBack(budget);
        throw error;
      });
      if (isSame) await limits.giveBack(budget);
      return isSame;
    });
    return found && isRight ? found : null;
  }

  return {
    /** Whose account e-mail and password open; or the refusal `invalid_credentials`. */
    async whose(email: string, password: string, { caller, headers }: Attempt): Promise<RightPassword> {
      const found = await store.credentialsOf(email);
      const device = devices.idOf(headers, found ?? NOBODY);
      const budget: RateLimitRequest[] = device
        ? [{ policy: "signInsPerDevice", keys: [device] }]
        : [
            { policy: "signInsPerAddress", keys: caller.countedAs },
            { policy: "signInsPerNetwork", keys: caller.networkCountedAs },
            { policy: "signInsPerAccount", keys: [accountKey(email)] },
          ];
      const right = await tried(password, found, budget, waiterFor(caller, device && found?.ownerId));
      if (right === null) throw new ApiError("invalid_credentials");
      return right;
    },

    /** Asks a signed-in owner for the password once more: a session left open must not be enough. */
    async confirm(
      { email, sessionId }: { email: string; sessionId: string },
      password: string,
      caller: Caller,
    ): Promise<RightPassword> {
      const found = await store.credentialsOf(email);
      const budget: RateLimitRequest[] = [{ policy: "passwordsPerSession", keys: [sessionId] }];
      const right = await tried(password, found, budget, waiterFor(caller, found?.ownerId));
      if (right === null) throw wrongPassword();
      return right;
    },
  };
}

/**
 * How somebody waits for a password's turn: with the account that they are known to, or as a stranger. An IPv6 network of 48 bits
 * shares a place, and so do all who are known to one account.
 */
export function waiterFor(caller: Caller, ownerId?: string): Waiter {
  const network = caller.networkCountedAs[0] ?? caller.hash;
  return { etagMatches: ownerId !== undefined, groups: ownerId === undefined ? [network] : [network, ownerId] };
}

export const wrongPassword = () => new ApiError("validation_failed", [{ field: "password", reason: "wrong_password" }]);
