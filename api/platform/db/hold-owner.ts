import { eq } from "drizzle-orm";
import type { Transaction } from "./client.ts";
import { owners } from "./schema.ts";

/**
 * Locks the owner's row until the transaction ends. Every transaction that touches several rows of an owner does this
 * first, to avoid deadlocks. Inserting a row that references the owner (a session, a tree, a mail) does not wait for
 * the lock.
 */
export async function holdOwner(within: Transaction, ownerId: string): Promise<{ isConfirmed: boolean }> {
  const { emailVerified } = owners;
  const [held] = await within.select({ emailVerified }).from(owners).where(eq(owners.id, ownerId)).for("no key update");
  return { isConfirmed: held?.emailVerified ?? false };
}
