import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { RightPassword } from "./password-check.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Accounts that one browser is known to at once: a family's. */
const ACCOUNTS_MAX = 4;
const SEPARATOR = ".";

export type KnownDevices = ReturnType<typeof knownDevices>;

/**
 * Browsers that signed in to an account before, known by a cookie. It holds a random id for each account, and proof that the id
 * belongs to that account and its present password; it names nobody, opens nothing, and a new password makes it worthless.
 */
export function knownDevices({ siteUrl, sessionSecret }: { siteUrl: string; sessionSecret: string }) {
  const isSecure = siteUrl.startsWith("https:");
  const cookieName = isSecure ? "__Host-tree.device" : "tree.device";
  const flags = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;

  const proofOf = (id: string, { ownerId, hash }: RightPassword) =>
    createHmac("sha256", sessionSecret).update(`device ${id} ${ownerId} ${hash}`).digest("base64url");

  function entriesIn(headers: Headers): { id: string; proof: string }[] {
    const cookies = headers.get("cookie")?.split("; ") ?? [];
    const value = cookies.find((each) => each.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) ?? "";
    const entries = value.split(SEPARATOR, ACCOUNTS_MAX).map((entry) => entry.split("~"));
    return entries.map(([id = "", proof = ""]) => ({ id, proof }));
  }

  function entryFor(headers: Headers, account: RightPassword) {
    return entriesIn(headers).find(({ id, proof }) => isSame(proof, proofOf(id, account)));
  }

  return {
    /** Under which id this browser is known to the account; undefined where it is a stranger's. */
    idOf: (headers: Headers, account: RightPassword): string | undefined => entryFor(headers, account)?.id,

    /** The cookie by which this browser is known to the account from now on. */
    cookieFor(headers: Headers, account: RightPassword): string {
      const id = entryFor(headers, account)?.id ?? randomBytes(16).toString("base64url");
      const others = entriesIn(headers).filter((entry) => entry.id !== "" && entry.id !== id);
      const entries = [{ id, proof: proofOf(id, account) }, ...others].slice(0, ACCOUNTS_MAX);
      const value = entries.map((entry) => `${entry.id}~${entry.proof}`).join(SEPARATOR);
      return `${cookieName}=${value}; Max-Age=${YEAR_SECONDS}; ${flags}`;
    },

    /** The cookie that takes it away. */
    forget: (): string => `${cookieName}=; Max-Age=0; ${flags}`,
  };
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
