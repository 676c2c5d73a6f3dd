import "../../../shared/own-environment.ts";
import { buildPushPayload } from "@block65/webcrypto-web-push";
import { LRUCache } from "lru-cache";
import type { PushDevice } from "#contract/push";
import { mailsIn } from "../../../languages/mails.ts";
import { describeError, type Log } from "../../../shared/observability/log.ts";
import { byDay } from "../../../shared/time-zones.ts";
import type { Clock } from "../../platform/clock.ts";
import type { PushSettings } from "../../platform/env.ts";
import type { Measures, PushOutcome } from "../../platform/observability/measures.ts";
import { isAtPushService } from "../../platform/push-services.ts";
import { queueRounds } from "../../platform/queue-rounds.ts";
import type { GiftService } from "../gifts/gifts.service.ts";
import type { Push, PushStore } from "./push.store.ts";

/** A notification is given up after this many attempts, over about four hours. */
const TRIES_MAX = 9;
const WAIT_MS = 10_000;
/** A push service that cannot be reached is not tried again in this time. One that answers is never passed over. */
const AWAY_MS = 60_000;
/** Strangers may name any number of hosts below a push service's name. */
const AWAY_MAX = 1000;
/** How long a push service keeps a notification for a device that is off. */
const TTL_SECONDS = 24 * 60 * 60;

type Dependencies = {
  store: PushStore;
  gifts: Pick<GiftService, "showsAny">;
  push: PushSettings;
  /** Queues mails and notifications about trees. */
  announce: () => Promise<number>;
  clock: Clock;
  log: Log;
  measures: Measures | undefined;
};

/** Sends queued notifications, as the post office sends mails, and apart from it: neither waits for the other. */
export function pushOffice({ store, gifts, push, announce, clock, log, measures }: Dependencies) {
  const { key, services, subject } = push;
  const vapid = { subject, publicKey: key.publicKey, privateKey: key.privateKey };
  const away = new LRUCache<string, true>({ max: AWAY_MAX, ttl: AWAY_MS });

  /** Returns whether the notification needs no further attempt. */
  async function deliver(jobId: string): Promise<boolean> {
    const now = clock();
    const found = await store.look(jobId, now);
    const isAwake = !found || found.isForNight || byDay(now, found.timeZone) <= now;
    const outcome = found && isAwake ? await send(found) : null;
    if (outcome) measures?.pushed(outcome);
    if (outcome === "failed" && found && found.attempts < TRIES_MAX) return false;
    if (!isAwake) await store.postpone(jobId, byDay(now, found.timeZone));
    else if (outcome === "ended" && found) await store.end(found.id);
    else await store.done(jobId);
    if (outcome === "sent" && found?.part && !found.isMailedToo) await store.noteTold(found.part);
    return true;
  }

  const isNews = async ({ part, ownerId, seen }: Push) =>
    !part || (ownerId !== null && gifts.showsAny(part.shareCode, ownerId, Math.max(part.after, seen), part.upTo));

  /** Returns what became of it; null if it is no news any more. */
  async function send(found: Push): Promise<PushOutcome | null> {
    const { id, sealed, kind } = found;
    const device = key.open(id, sealed);
    if (!device || !isAtPushService(device.endpoint, services)) return "ended";
    const { host } = new URL(device.endpoint);
    if (away.has(host)) return "failed";
    try {
      if (!(await isNews(found))) return null;
      const { headers, body } = await requestTo(device, found);
      // A redirect is an answer like others, and is not followed.
      const init = { method: "POST", headers, body, redirect: "manual", signal: AbortSignal.timeout(WAIT_MS) } as const;
      const answer = await fetch(device.endpoint, init).catch((error) => {
        away.set(host, true);
        throw error;
      });
      await answer.body?.cancel();
      if (answer.ok) return "sent";
      if (answer.status === 404 || answer.status === 410) return "ended";
      log.warn("notification not taken, will retry", { kind, service: host, status: answer.status });
    } catch (error) {
      log.warn("notification not sent, will retry", { kind, service: host, ...describeError(error) });
    }
    return "failed";
  }

  function requestTo(device: PushDevice, found: Push) {
    // The library knows https only, and the push service of tests is not on it.
    const subscription = { ...device, endpoint: device.endpoint.replace(/^http:/, "https:"), expirationTime: null };
    // Of one device: a common one would tell push services who gave to the same tree.
    const topic = key.hash("topic", found.kind, found.shareCode, device.endpoint).slice(0, 32);
    const data = { title: mailsIn[device.language].pushes[found.kind], path: pathOf(found, device), tag: topic };
    return buildPushPayload({ data, options: { ttl: TTL_SECONDS, urgency: "normal", topic } }, subscription, vapid);
  }

  return queueRounds({ claim: () => store.claim(clock()), deliver, announce, log });
}

/** The page to open, which only the device can read. */
function pathOf({ kind, shareCode }: Push, { language }: PushDevice): string {
  if (kind === "push_replied") return `/${language}/take-back?tree=${shareCode}`;
  return `/${language}/${kind === "push_opened" ? `send-message?tree=${shareCode}` : "my-trees"}`;
}
