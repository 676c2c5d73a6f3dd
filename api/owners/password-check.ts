import { createHmac } from "node:crypto";
import { Refusal } from "#contract/errors";
import type { AccountStore } from "../accounts/store.ts";
import type { Caller } from "../callers/service.ts";
import type { RateLimits } from "../rate-limits/service.ts";
import { isPassword } from "./passwords.ts";

/** A password that was right when it was tried: whose, and by which hash. The next moment it may be changed. */
export type RightPassword = { ownerId: string; hash: string };
export type PasswordCheck = ReturnType<typeof passwordCheck>;
type Rooms = { store: AccountStore; limits: RateLimits; secret: string };

/** The one way a password is tried: counted per address and per account, and at the same cost whether there is an account or not. */
export function passwordCheck({ store, limits, secret }: Rooms) {
  /** What an account's turns are counted under: known to nobody who reads the counters. */
  const accountKey = (email: string) => createHmac("sha256", secret).update(`account ${email}`).digest("base64url");

  /** Null where they open no account. */
  async function tried(email: string, password: string, caller: Caller): Promise<RightPassword | null> {
    await limits.take([
      { policy: "signInsPerAddress", keys: caller.countedAs },
      { policy: "signInsPerAccount", keys: [accountKey(email)] },
    ]);
    const found = await store.credentialsOf(email);
    const isRight = await isPassword(password, found?.hash);
    return found && isRight ? found : null;
  }

  return {
    accountKey,

    /** Whose account e-mail and password open; or the refusal `invalid_credentials`. */
    async whose(email: string, password: string, caller: Caller): Promise<RightPassword> {
      const right = await tried(email, password, caller);
      if (right === null) throw new Refusal("invalid_credentials");
      return right;
    },

    /** Asks a signed-in owner for the password once more: a session left open must not be enough. */
    async confirm(email: string, password: string, caller: Caller): Promise<RightPassword> {
      const right = await tried(email, password, caller);
      if (right === null) throw wrongPassword();
      return right;
    },
  };
}

export const wrongPassword = () => new Refusal("validation_failed", [{ field: "password", reason: "wrong_password" }]);
