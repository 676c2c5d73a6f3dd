import { createHmac, randomBytes } from "node:crypto";
import { hostCookie } from "../../../../shared/http/cookies.ts";
import { isSameSecret } from "../../../platform/secrets.ts";
import type { RightPassword } from "./passwords.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Maximum number of accounts that one browser is known to, enough for a family. */
const ACCOUNTS_MAX = 4;
const SEPARATOR = ".";

export type KnownDevices = ReturnType<typeof knownDevices>;

/**
 * Recognizes browsers that signed in to an account before, by a cookie. It holds a random id per account, and an HMAC
 * over the id, the account, its address and its current password hash. It names nobody and grants no access, and a new
 * password or address invalidates it.
 */
export function knownDevices({ siteUrl, sessionSecret }: { siteUrl: string; sessionSecret: string }) {
  const cookie = hostCookie(siteUrl, "tree.device");

  const proofOf = (id: string, { ownerId, hash, email }: RightPassword) =>
    createHmac("sha256", sessionSecret).update(`device ${id} ${ownerId} ${hash} ${email}`).digest("base64url");

  function entriesIn(headers: Headers): { id: string; proof: string }[] {
    const entries = cookie
      .valueIn(headers.get("cookie"))
      .split(SEPARATOR, ACCOUNTS_MAX)
      .map((entry) => entry.split("~"));
    return entries.map(([id = "", proof = ""]) => ({ id, proof }));
  }

  function entryFor(headers: Headers, account: RightPassword) {
    return entriesIn(headers).find(({ id, proof }) => isSameSecret(proof, proofOf(id, account)));
  }

  return {
    idOf: (headers: Headers, account: RightPassword): string | undefined => entryFor(headers, account)?.id,

    cookieFor(headers: Headers, account: RightPassword): string {
      const id = entryFor(headers, account)?.id ?? randomBytes(16).toString("base64url");
      const others = entriesIn(headers).filter((entry) => entry.id !== "" && entry.id !== id);
      const entries = [{ id, proof: proofOf(id, account) }, ...others].slice(0, ACCOUNTS_MAX);
      const value = entries.map((entry) => `${entry.id}~${entry.proof}`).join(SEPARATOR);
      return cookie.header(value, YEAR_SECONDS);
    },

    forget: (): string => cookie.header("", 0),
  };
}
