import { ApiError } from "#contract/errors";
import { isUuid } from "#contract/ids";
import { DEVICE_KEPT_DAYS, type PushDevice, type PushOffer } from "#contract/push";
import type { Caller } from "../../platform/client-identity/callers.store.ts";
import type { Session } from "../../platform/db/hold-owner.ts";
import type { PushSettings } from "../../platform/env.ts";
import { isAtPushService } from "../../platform/push-services.ts";
import type { Tools } from "../../platform/tools.ts";
import type { PushStore } from "./push.store.ts";

export type PushService = ReturnType<typeof pushService>;

type Dependencies = Pick<Tools, "limits" | "clock"> & {
  store: PushStore;
  hashOfGift: (id: string) => string;
  /** Null if notifications are off. */
  push: PushSettings | null;
};

/**
 * Which devices are notified: an owner's of their trees; a gift's sender's, when its tree opens and when its owner sends
 * something back. The key of a gift that is named here was checked before.
 */
export function pushService({ store, hashOfGift, push, limits, clock }: Dependencies) {
  async function sealed(device: PushDevice, caller: Caller, ...of: readonly string[]) {
    if (!push || !isAtPushService(device.endpoint, push.services))
      throw new ApiError("validation_failed", [{ field: "endpoint", reason: "malformed" }]);
    await limits.take([{ policy: "devicesPerAddress", keys: caller.countedAs }]);
    const id = push.key.hash("device", ...of, device.endpoint);
    return { id, sealed: push.key.seal(id, device) };
  }

  return {
    offer: (): PushOffer => ({ key: push?.key.publicKey ?? null }),

    async tellOwner(by: Session, device: PushDevice, caller: Caller): Promise<void> {
      await store.keepOfSession(by, await sealed(device, caller));
    },

    async stopTellingOwner(by: Session, sessionId: string): Promise<void> {
      if (!isUuid(sessionId) || !(await store.removeOfSession(by, sessionId))) throw new ApiError("session_not_found");
    },

    async tellSender(code: string, giftId: string, device: PushDevice, caller: Caller): Promise<void> {
      const kept = { ...(await sealed(device, caller, giftId)), giftHash: hashOfGift(giftId) };
      const expiry = new Date(clock().getTime() + DEVICE_KEPT_DAYS * 24 * 60 * 60_000);
      if (!(await store.keepOfGift(code, giftId, kept, expiry))) throw new ApiError("message_not_found");
    },

    isTellingSender: (giftId: string): Promise<boolean> => store.hasGift(hashOfGift(giftId)),

    stopTellingSender: (giftId: string): Promise<void> => store.removeOfGift(hashOfGift(giftId)),
  };
}
