import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { betterAuth } from "better-auth/minimal";
import type { Database } from "../../platform/db/client.ts";
import { ownerAccounts, ownerSessions, owners, ownerVerifications } from "../../platform/db/schema.ts";
import { createSession } from "./create-session.ts";

const WEEK_SECONDS = 7 * 24 * 60 * 60;

export type SignIn = ReturnType<typeof signInLibrary>;

/**
 * Configures better-auth for sessions and their cookies, without its bundled query builder, which would take 6 MiB of
 * memory. Its own routes are not served: see auth-routes.ts.
 */
export function signInLibrary(database: Database, settings: { siteUrl: string; secret: string }) {
  const isSecure = settings.siteUrl.startsWith("https:");
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
    plugins: [createSession],
    session: { expiresIn: WEEK_SECONDS, updateAge: WEEK_SECONDS / 7 },
    rateLimit: { enabled: false },
    advanced: {
      // Secure is set below: the library would use the prefix `__Secure-`; `__Host-` also keeps out other hosts of
      // the same domain.
      useSecureCookies: false,
      cookiePrefix: isSecure ? "__Host-tree" : "tree",
      defaultCookieAttributes: { secure: isSecure },
      // http/same-site.ts does this check, more strictly and on every owner route.
      disableCSRFCheck: true,
      ipAddress: { disableIpTracking: true },
      database: { generateId: "uuid" },
    },
  });
}
