import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { PASSWORD_MAX, PASSWORD_MIN } from "#contract/limits";
import type { Database } from "../db/client.ts";
import { ownerAccounts, ownerSessions, owners, ownerVerifications } from "../db/schema.ts";

const WEEK_SECONDS = 7 * 24 * 60 * 60;
// OWASP's first choice for argon2id: 19 MiB, two passes.
const ARGON2 = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

export type SignIn = ReturnType<typeof signInLibrary>;

/** The sign-in library, set up for e-mail and password. Its own addresses are not served: see routes.ts. */
export function signInLibrary(database: Database, settings: { siteUrl: string; secret: string }) {
  return betterAuth({
    baseURL: settings.siteUrl,
    basePath: "/auth",
    secret: settings.secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: drizzleAdapter(database, {
      provider: "pg",
      schema: { user: owners, session: ownerSessions, account: ownerAccounts, verification: ownerVerifications },
    }),
    emailAndPassword: {
      enabled: true,
      // Signed in by a step of its own, so that a known and an unknown e-mail answer alike.
      autoSignIn: false,
      minPasswordLength: PASSWORD_MIN,
      // Ours counts characters as people do; the library counts UTF-16 units, so its bound is set out of the way.
      maxPasswordLength: PASSWORD_MAX * 4,
      password: {
        hash: (password) => Bun.password.hash(password.normalize("NFKC"), ARGON2),
        verify: ({ password, hash }) => Bun.password.verify(password.normalize("NFKC"), hash),
      },
    },
    session: { expiresIn: WEEK_SECONDS, updateAge: WEEK_SECONDS / 7 },
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: "tree",
      useSecureCookies: settings.siteUrl.startsWith("https:"),
      // http/same-site.ts asks the same question, more strictly and for every owner's address.
      disableCSRFCheck: true,
      ipAddress: { disableIpTracking: true },
      database: { generateId: "uuid" },
    },
  });
}
