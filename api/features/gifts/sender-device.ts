import { createHmac, randomBytes } from "node:crypto";
import { RATE_POLICIES } from "#contract/rate-limits";
import { isSameSecret } from "../../platform/is-same-secret.ts";

type Settings = { siteUrl: string; sessionSecret: string };
type Answer = { headers: Record<string, unknown> };
/** The browser of a gift's sender: the random id in its cookie, if it has one, and what gives it one, or keeps it longer. */
export type SenderDevice = { id: string | null; keep: () => void };
export type ResolveDevice = (request: Request, answer: Answer) => SenderDevice;

/** As long as the pause after refused words, or what counts towards it: each refusal renews the cookie. */
const SECONDS = RATE_POLICIES.coolDownPerAddress.windowSeconds;

/**
 * Tells friends behind one address apart, once a text of theirs was refused on the tree of a gathering. The cookie holds a
 * random id and a signature, so that nobody makes up new ones to go on trying, and grants nothing.
 */
export function senderDevices({ siteUrl, sessionSecret }: Settings): ResolveDevice {
  const isSecure = siteUrl.startsWith("https:");
  const name = isSecure ? "__Host-tree.sender" : "tree.sender";
  const signed = (id: string) =>
    `${id}.${createHmac("sha256", sessionSecret).update(`sender ${id}`).digest("base64url")}`;

  function idIn(headers: Headers): string | null {
    const cookies = headers.get("cookie")?.split("; ") ?? [];
    const value = cookies.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
    const [id = ""] = value.split(".", 1);
    return isSameSecret(value, signed(id)) ? id : null;
  }

  return (request, answer) => {
    const id = idIn(request.headers);
    return {
      id,
      keep() {
        const value = signed(id ?? randomBytes(16).toString("base64url"));
        answer.headers["set-cookie"] =
          `${name}=${value}; Max-Age=${SECONDS}; Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
      },
    };
  };
}
