import { createHmac } from "node:crypto";

export type AccountKey = (email: string) => string;

/** What an e-mail address is counted under: known to nobody who reads the counters. */
export const accountKeyWith =
  (secret: string): AccountKey =>
  (email) =>
    createHmac("sha256", secret).update(`account ${email}`).digest("base64url");
