import { createHmac } from "node:crypto";

export type AccountKey = (email: string) => string;

/** Returns the counter key of an e-mail address. The counters do not reveal the address. */
export const accountKeyWith =
  (secret: string): AccountKey =>
  (email) =>
    createHmac("sha256", secret).update(`account ${email}`).digest("base64url");
