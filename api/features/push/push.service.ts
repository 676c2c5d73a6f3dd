import { ApiError } from "#contract/errors";
import { DEVICE_KEPT_DAYS, type PushDevice, type PushOffer } from "#contract/push";
import type { Caller } from "../../platform/client-identity/callers.store.ts";
import type { Session } from "../../platform/db/hold-owner.ts";
import type { PushSettings } from "../../platform/env.ts";
import { isAtPushService } from "../../platform/push-services.ts";
import type { Tools } from "../../platform/tools.ts";
import { isUuid } from "../../platform/uuid.ts";
import type { TakeBackService } from "../gifts/taking-back.service.ts";
import type { PushStore } from "./push.store.ts";

export type PushService = ReturnType<typeof pushService>;

type Dependencies = Pick<Tools, "limits" | "clock"> & {
  store: PushStore;
  takingBack: TakeBackService;
  /** Null if notifications are off. */
  push: PushSettings | null;
};
/** A gift, as its private link names it. */
type SentGift = { code: string; id: string; key: string };

/** Which devices are notified: an owner's of their trees, and of one tree that of a gift's sender. */
export function pushService({ store, takingBack, push, limits, clock }: Dependencies) {
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

    /** Tells a device when the tree of a gift opens, and when its owner sends something back for the gift. */
    async tellSender({ code, id: named, key }: SentGift, device: PushDevice, caller: Caller): Promise<void> {
      const id = await takingBack.idOf(code, named, key);
      const kept = { ...(await sealed(device, caller, id)), giftHash: push?.key.hash("gift", id) ?? "" };
      const expiry = new Date(clock().getTime() + DEVICE_KEPT_DAYS * 24 * 60 * 60_000);
      if (!(await store.keepOfGift(code, id, kept, expiry))) throw new ApiError("message_not_found");
    },

    async isTellingSender({ code, id: named, key }: SentGift): Promise<boolean> {
      const id = await takingBack.idOf(code, named, key);
      return push !== null && store.hasGift(push.key.hash("gift", id));
    },

    async stopTellingSender({ code, id: named, key }: SentGift): Promise<void> {
      const id = await takingBack.idOf(code, named, key);
      if (push) await store.removeOfGift(push.key.hash("gift", id));
    },
  };
}
