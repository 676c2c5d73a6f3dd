import type { BetterAuthOptions, BetterAuthPlugin, DBAdapter } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { betterAuth } from "better-auth/minimal";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../../platform/db/client.ts";
import { ownerAccounts, ownerSessions, owners, ownerVerifications } from "../../../platform/db/schema.ts";

const WEEK_SECONDS = 7 * 24 * 60 * 60;

export type SignIn = ReturnType<typeof signInLibrary>;

/**
 * Configures better-auth for sessions and their cookies, without its bundled query builder, which would take 6 MiB of
 * memory. Its own routes are not served: see sign-in.routes.ts.
 */
export function signInLibrary(
  database: Database,
  settings: { siteUrl: string; secret: string; aheadMs: () => number },
) {
  const adapter = drizzleAdapter(database, {
    provider: "pg",
    schema: { user: owners, session: ownerSessions, account: ownerAccounts, verification: ownerVerifications },
  });
  const isSecure = settings.siteUrl.startsWith("https:");
  return betterAuth({
    baseURL: settings.siteUrl,
    basePath: "/auth",
    secret: settings.secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: (options: BetterAuthOptions) => notingVisits(byOwnClock(adapter(options), settings.aheadMs), database),
    plugins: [createSession],
    // Whether the address is confirmed means: proven by whoever holds the account.
    user: { additionalFields: { emailProvenAt: { type: "date", required: false, input: false } } },
    session: { expiresIn: WEEK_SECONDS, updateAge: WEEK_SECONDS / 7 },
    rateLimit: { enabled: false },
    advanced: {
      // Secure is set below: the library would use the prefix `__Secure-`; `__Host-` also keeps out other hosts of
      // the same domain.
      useSecureCookies: false,
      cookiePrefix: isSecure ? "__Host-tree" : "tree",
      defaultCookieAttributes: { secure: isSecure },
      // http/guards.ts does this check, more strictly and on every owner route.
      disableCSRFCheck: true,
      ipAddress: { disableIpTracking: true },
      database: { generateId: "uuid" },
    },
  });
}

/**
 * Sessions end by the database's clock. The library goes by the machine's, and deletes what seems over: so it sees each
 * end as the machine's clock would show it.
 */
function byOwnClock(adapter: DBAdapter, aheadMs: () => number): DBAdapter {
  const moved = <Row>(row: Row, ms: number): Row => {
    const { expiresAt } = (row ?? {}) as { expiresAt?: unknown };
    return expiresAt instanceof Date ? { ...row, expiresAt: new Date(expiresAt.getTime() + ms) } : row;
  };
  return {
    ...adapter,
    create: async (asked) =>
      moved(await adapter.create({ ...asked, data: moved(asked.data, -aheadMs()) }), aheadMs()) as never,
    findOne: async (asked) => moved(await adapter.findOne(asked), aheadMs()) as never,
    update: async (asked) =>
      moved(await adapter.update({ ...asked, update: moved(asked.update, -aheadMs()) }), aheadMs()) as never,
  };
}

/**
 * Notes a visit with each session that begins or is prolonged, which is once a day, for retention. In an account whose
 * address is proven nobody needs to know. Waits for nobody: a sign-in does not wait for the owner's row.
 */
function notingVisits(adapter: DBAdapter, database: Database): DBAdapter {
  const noted = async <Row>(session: Row): Promise<Row> => {
    const { userId } = (session ?? {}) as { userId?: string };
    if (!userId) return session;
    const isFree = and(eq(owners.id, userId), isNull(owners.emailProvenAt));
    const free = database
      .select({ id: owners.id })
      .from(owners)
      .where(isFree)
      .for("no key update", { skipLocked: true });
    await database.update(owners).set({ visitedAt: sql`now()` }).where(inArray(owners.id, free));
    return session;
  };
  return {
    ...adapter,
    create: async (asked) => noted(await adapter.create(asked)) as never,
    update: async (asked) => noted(await adapter.update(asked)) as never,
  };
}

const body = z.object({ ownerId: z.string(), device: z.string(), isKept: z.boolean() });

/**
 * Adds an internal endpoint to better-auth that begins a session for an owner whose password this service has checked
 * itself.
 */
const createSession = {
  id: "begin-session",
  endpoints: {
    createSession: createAuthEndpoint("/begin-session", { method: "POST", body }, async (context) => {
      const { ownerId, device, isKept } = context.body;
      const { internalAdapter } = context.context;
      const user = await internalAdapter.findUserById(ownerId);
      if (!user) return null;
      const session = await internalAdapter.createSession(ownerId, !isKept, { userAgent: device });
      await setSessionCookie(context, { session, user }, !isKept);
      return { sessionId: session.id, user };
    }),
  },
} satisfies BetterAuthPlugin;
