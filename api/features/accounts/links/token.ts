import { createHash, randomBytes } from "node:crypto";

/** What a link carries: nobody can guess it, and only its hash is kept. */
export const newToken = (): string => randomBytes(32).toString("base64url");

export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("base64url");
