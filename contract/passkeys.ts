/** A passkey as its owner sees it. */
export type Passkey = {
  /** The credential's id in base64url: random, chosen by the device. */
  id: string;
  /** Browser and operating system that it was added with; empty if unknown. */
  name: string;
  /** ISO 8601 timestamps; `lastUsedAt` is null if it was never used. */
  createdAt: string;
  lastUsedAt: string | null;
};

/** How a browser may reach a passkey's device (WebAuthn, section 5.8.4). */
export const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** The host name that a site's passkeys are bound to. Null for an IP address: browsers make none for those. */
export function passkeyHost(siteUrl: string): string | null {
  const { hostname } = new URL(siteUrl);
  return /^[\d.]+$|^\[/.test(hostname) ? null : hostname;
}
