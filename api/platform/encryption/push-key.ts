import { createECDH, createHmac } from "node:crypto";
import type { PushDevice } from "#contract/push";
import { openText, sealText } from "./cipher.ts";
import { keyFor } from "./message-keys.ts";

export type PushKey = NonNullable<ReturnType<typeof readPushKey>>;

/**
 * Reads the secret that signs notifications (VAPID): 32 bytes in base64, a private key of P-256. What is stored of a device is
 * sealed and hashed with keys derived from it: under another key, browsers want another subscription anyway. Null if malformed.
 */
export function readPushKey(text: string) {
  const bytes = Buffer.from(text, "base64");
  const pair = createECDH("prime256v1");
  try {
    pair.setPrivateKey(bytes);
  } catch {
    return null;
  }
  if (bytes.length !== 32) return null;
  const [sealing, hashing] = [keyFor({ id: "", bytes }, "push devices"), keyFor({ id: "", bytes }, "push hashes")];
  return {
    publicKey: pair.getPublicKey().toString("base64url"),
    privateKey: bytes.toString("base64url"),
    /** A hash for one use, which nobody can guess what was hashed from. */
    hash: (...named: readonly string[]) =>
      createHmac("sha256", hashing).update(JSON.stringify(named)).digest("base64url"),
    seal: (id: string, device: PushDevice) => sealText(sealing, JSON.stringify(device), ["push device", id]),
    /** Returns null if it was sealed under another key. */
    open(id: string, sealed: Buffer): PushDevice | null {
      const opened = openText(sealing, sealed, ["push device", id]);
      return opened && JSON.parse(opened);
    },
  };
}
