import { createHmac, randomBytes } from "node:crypto";
import { RATE_POLICIES } from "#contract/rate-limits";
import { hostCookie } from "../../../shared/http/cookies.ts";
import type { Clock } from "../../platform/clock.ts";
import { isSameSecret } from "../../platform/secrets.ts";

type Settings = { siteUrl: string; sessionSecret: string; clock: Clock };
type Answer = { headers: Record<string, unknown> };
/** A gift's sender's browser: the id in its cookie for the tree, if any, and what gives it one, or keeps it longer. */
export type SenderDevice = { id: string | null; keep: () => void };
export type ResolveDevice = (request: Request, answer: Answer, shareCode: string) => SenderDevice;

/** As long as the pause after refused words, or what counts towards it. */
const SECONDS = RATE_POLICIES.coolDownPerAddress.windowSeconds;

/**
 * Tells friends behind one address apart, once a text of theirs was refused on the tree of a gathering. The cookie holds a
 * random id and when it ends, signed for that tree: nobody makes ids up, and an address is given at most 30 for a tree
 * within ten minutes (`rejectionsPerGathering`). It grants nothing.
 */
export function senderDevices({ siteUrl, sessionSecret, clock }: Settings): ResolveDevice {
  const cookie = hostCookie(siteUrl, "tree.sender");
  const signed = (code: string, id: string, ends: string | number) =>
    `${id}.${ends}.${createHmac("sha256", sessionSecret).update(`sender ${code} ${id} ${ends}`).digest("base64url")}`;

  function idIn(headers: Headers, code: string): string | null {
    const value = cookie.valueIn(headers.get("cookie"));
    const [id = "", ends = ""] = value.split(".", 2);
    return isSameSecret(value, signed(code, id, ends)) && Number(ends) * 1000 > clock().getTime() ? id : null;
  }

  return (request, answer, shareCode) => {
    const id = idIn(request.headers, shareCode);
    return {
      id,
      keep() {
        const ends = Math.ceil(clock().getTime() / 1000) + SECONDS;
        const value = signed(shareCode, id ?? randomBytes(16).toString("base64url"), ends);
        answer.headers["set-cookie"] = cookie.header(value, SECONDS);
      },
    };
  };
}
