import { ApiError } from "#contract/errors";
import { PASSKEYS_MAX } from "#contract/limits";
import { type Passkey, passkeyHost } from "#contract/passkeys";
import type { Caller } from "../../../platform/client-identity/callers.store.ts";
import type { Session } from "../../../platform/db/hold-owner.ts";
import type { Tools } from "../../../platform/tools.ts";
import type { AccountStore } from "../accounts.store.ts";
import { deviceNamed } from "../sign-in/device.ts";
import type { KnownDevices } from "../sign-in/known-devices.ts";
import { type Attempt, budgetOf, type PasswordCheck } from "../sign-in/password-check.ts";
import type { RightPassword } from "../sign-in/passwords.ts";
import type { SignedIn } from "../sign-in/sign-in.service.ts";
import { newPasskeyOptions, passkeyChallenges, signInOptions, userHandleOf } from "./options.ts";
import { type Credential, isCredentialId, type NewCredential } from "./passkeys.schemas.ts";
import type { PasskeyStore } from "./passkeys.store.ts";
import { verifyNew, verifySignature } from "./verify.ts";

export type PasskeyService = ReturnType<typeof passkeyService>;

type Dependencies = Tools & {
  store: PasskeyStore;
  accounts: AccountStore;
  passwords: PasswordCheck;
  devices: KnownDevices;
  settings: { siteUrl: string; sessionSecret: string };
};
type Stored = Awaited<ReturnType<PasskeyStore["list"]>>[number];

const SIGN_IN = "sign-in";
/** Issued after the password was checked, so the challenge stands for it: a new password or address makes it invalid. */
const adding = ({ ownerId, hash, email }: RightPassword) => `add ${ownerId} ${hash} ${email}`;

/** Passkeys: a device signs a challenge for this site, after it has recognized its owner. */
export function passkeyService({ store, accounts, passwords, devices, limits, clock, settings }: Dependencies) {
  const challenges = passkeyChallenges(settings.sessionSecret, clock);
  const origin = new URL(settings.siteUrl).origin;

  function host(): string {
    const found = passkeyHost(settings.siteUrl);
    if (found === null) throw new ApiError("passkey_refused");
    return found;
  }

  function answeredIn({ response: { clientDataJSON } }: Credential | NewCredential, purpose: string) {
    const answered = challenges.answered(clientDataJSON, purpose);
    if (!answered) throw new ApiError("passkey_refused");
    const expected = { expectedOrigin: origin, expectedRPID: host(), expectedChallenge: answered.challenge };
    return { expected, issuedAt: answered.issuedAt };
  }

  /** Checks a signature, and notes that its challenge is used up. */
  async function ownerBy(credential: Credential, stored: Stored | undefined): Promise<RightPassword> {
    if (!stored) throw new ApiError("passkey_not_found");
    const { expected, issuedAt } = answeredIn(credential, SIGN_IN);
    const counter = await verifySignature(credential, asKey(stored), expected);
    const isSameOwner = credential.response.userHandle === userHandleOf(stored.ownerId);
    const holder = isSameOwner && (await store.use(stored.id, { counter, issuedAt }));
    if (!holder) throw new ApiError("passkey_refused");
    return holder;
  }

  return {
    async list(ownerId: string): Promise<Passkey[]> {
      return (await store.list(ownerId)).map(shown);
    },

    /** Options to sign in with, the same for everybody but the challenge. */
    signInOptions: () => signInOptions(host(), challenges.issue(SIGN_IN)),

    /**
     * Returns the account that a passkey signs in to. Failures count as those with wrong passwords do, and browsers
     * that the account knows have a budget of their own here, too.
     */
    async signIn(credential: Credential, { caller, headers }: Attempt): Promise<RightPassword> {
      const stored = await store.find(credential.id);
      const known = stored && (await accounts.holderOf(stored.ownerId));
      const device = known && devices.idOf(headers, known);
      const budget = budgetOf(caller, device || undefined);
      return limits.attempt(budget, () => ownerBy(credential, stored));
    },

    /**
     * Options to add a passkey with. Requires the password once more, and a proven address: anybody could sign up with
     * another person's, and would share the account by a passkey that stays.
     */
    async addOptions({ owner, sessionId }: SignedIn, password: string, caller: Caller) {
      const right = await passwords.confirm({ owner, sessionId }, password, caller);
      if (!(await accounts.holderOf(owner.id))?.isProven) throw new ApiError("email_not_proven");
      const known = await store.list(owner.id);
      if (known.length >= PASSKEYS_MAX) throw new ApiError("too_many_passkeys");
      return newPasskeyOptions(host(), challenges.issue(adding(right)), owner, known);
    },

    /** Adds a passkey, named after the browser and system. */
    async add({ owner, sessionId }: SignedIn, credential: NewCredential, headers: Headers): Promise<Passkey> {
      const holder = await accounts.holderOf(owner.id);
      if (!holder) throw new ApiError("not_signed_in");
      const { expected } = answeredIn(credential, adding(holder));
      const { id, publicKey, counter } = await verifyNew(credential, expected);
      const { transports = [] } = credential.response;
      const passkey = { id, publicKey, counter, transports, name: deviceNamed(headers.get("user-agent")) };
      const row = { ...passkey, createdAt: clock() };
      const problem = await store.add({ ...holder, sessionId }, row);
      if (problem !== null) throw new ApiError(problem === "full" ? "too_many_passkeys" : "passkey_refused");
      return shown({ ...row, lastUsedAt: null });
    },

    async remove(by: Session, id: string | undefined): Promise<void> {
      if (!isCredentialId(id) || !(await store.delete(id, by))) throw new ApiError("passkey_not_found");
    },
  };
}

const asKey = ({ id, publicKey, counter }: Stored) => ({ id, publicKey: new Uint8Array(publicKey), counter });

const shown = ({ id, name, createdAt, lastUsedAt }: Pick<Stored, "id" | "name" | "createdAt" | "lastUsedAt">) => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
