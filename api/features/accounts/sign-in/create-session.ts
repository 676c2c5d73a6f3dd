import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";

const body = z.object({ ownerId: z.string(), device: z.string(), isKept: z.boolean() });

/**
 * Adds an internal endpoint to better-auth that begins a session for an owner whose password this service has checked
 * itself.
 */
export const createSession = {
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
