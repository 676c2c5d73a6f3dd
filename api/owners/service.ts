import { isAPIError } from "better-auth/api";
import { Refusal } from "#contract/errors";
import type { SignIn } from "./sign-in.ts";

/** A signed-in owner. */
export type Owner = { id: string; email: string; name: string };
export type OwnerService = ReturnType<typeof ownerService>;

export function ownerService(library: SignIn) {
  async function ownerOf(headers: Headers): Promise<Owner | null> {
    if (!headers.has("cookie")) return null;
    const session = await library.api.getSession({ headers }).catch((error) => {
      // The library's own word for a database that did not answer; it keeps the cause to itself.
      if (isAPIError(error) && error.statusCode === 500) throw new Refusal("service_unavailable");
      throw error;
    });
    return session && toOwner(session.user);
  }

  return {
    /** Makes an account. An e-mail that has one already answers the same, and nothing changes. */
    async signUp(body: { email: string; password: string; name?: string }): Promise<void> {
      const signUp = () => library.api.signUpEmail({ body: { ...body, name: body.name ?? "" } });
      await signUp().catch((error) => {
        // Of two sign-ups at once the later fails to insert. Asked again, it finds the e-mail known.
        if (isAPIError(error) && error.statusCode === 422) return signUp();
        throw error;
      });
    },

    /** Begins a session: the cookies that hold it, or the refusal `invalid_credentials`. */
    async signIn(body: { email: string; password: string }): Promise<{ owner: Owner; cookies: string[] }> {
      try {
        const { headers, response } = await library.api.signInEmail({ body, returnHeaders: true });
        return { owner: toOwner(response.user), cookies: headers.getSetCookie() };
      } catch (error) {
        if (isAPIError(error) && error.statusCode === 401) throw new Refusal("invalid_credentials");
        throw error;
      }
    },

    /** Ends the session that the request's cookies hold, if any; gives the cookies that take theirs away. */
    async signOut(headers: Headers): Promise<string[]> {
      // The library would say "signed out" while the database is away, and the session would live on.
      await ownerOf(headers);
      const answer = await library.api.signOut({ headers, returnHeaders: true });
      return answer.headers.getSetCookie();
    },

    /** Whose session the request's cookies hold. */
    ownerOf,
  };
}

function toOwner({ id, email, name }: Owner): Owner {
  return { id, email, name };
}
