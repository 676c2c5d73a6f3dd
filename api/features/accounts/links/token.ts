import { createHash, randomBytes } from "node:crypto";

/** The secret in a link. It cannot be guessed, and only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString("base64url");

export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("base64url");
