import { join } from "node:path";
import postgres from "postgres";
import { type PushServer, pushServer } from "../../test-support/push-service.ts";
import { createTree, inDays } from "../fixtures/visitors.ts";
import { secondsOf } from "./harness/attempts.ts";
import { type Fault, want } from "./harness/fault.ts";
import { killInTurn } from "./harness/second-api.ts";
import { FIRST_PORT } from "./harness/supervised.ts";

const PUSH_PORT = FIRST_PORT + 5;
const DEVICES = 600;
/** So slow that every kill hits notifications that are being sent. */
const ANSWER_MS = 1000;
const KILLS = 8;
/** Of these devices, one is removed at a time, as long as the kills last. */
const REMOVED = 100;
const REMOVE_EVERY_MS = 100;
/** A notification that was under way when its device was removed has arrived by then. */
const UNDER_WAY_MS = 1000;
/** One that was being sent is tried again after a minute, and then after two. */
const SENT_WITHIN_MS = 300_000;

export const notifications: Fault = {
  name: "notifications",
  does: `a tree opens of which ${DEVICES} senders' devices are to hear, ${REMOVED} of them are removed meanwhile, and two API processes on one database are killed in turn, ${KILLS} times`,
  place: {
    database: "own",
    variables: {
      PUSH_SERVICES: `http://127.0.0.1:${PUSH_PORT}`,
      PUSH_KEY: Buffer.alloc(32, 7).toString("base64"),
      SITE_URL: "http://localhost:4321",
    },
  },
  async trouble(field) {
    const { service, apart, now } = field;
    if (!apart) throw new Error("there is no database apart");
    const push = await pushServer({ port: PUSH_PORT, answersAfterMs: ANSWER_MS });
    const { code } = await createTree(service.site, { timeZone: zoneWhereItIsDay(), openingDay: inDays(30) });
    const devices = [];
    for (let at = 0; at < DEVICES; at += 1) devices.push(await leaveGift(service.api, code, push));
    const sql = postgres({ host: join(apart.dataDir, "socket"), username: "tree", database: "tree", max: 1 });
    const from = now();
    await sql`update trees set opens_at = now() - interval '1 minute' where share_code = ${code}`;
    const removing = removeEach(devices.slice(-REMOVED));
    const stopOther = await killInTurn(notifications, field, KILLS, push.arrived);
    const removed = await removing;
    const until = now();
    const countLeft = async () =>
      Number((await sql`select count(*) from mail_jobs where device_id is not null`)[0]?.count);
    while ((await countLeft()) > 0 && now() < until + SENT_WITHIN_MS) await Bun.sleep(500);
    const seconds = secondsOf(now() - from);
    const left = await countLeft();
    await stopOther();
    await Promise.all([sql.end(), push.close()]);

    const arrivedAt = ({ path }: Device) => push.arrived.filter((each) => each.path === path);
    const topics = (device: Device) => new Set(arrivedAt(device).map(({ headers }) => headers.get("topic"))).size;
    const lost = devices.slice(0, -REMOVED).filter((device) => topics(device) === 0).length;
    const late = removed.filter(({ device, at }) =>
      arrivedAt(device).some((each) => each.at > at + UNDER_WAY_MS),
    ).length;
    const spared = removed.filter(({ device }) => topics(device) === 0).length;
    const repeated = push.arrived.length - devices.filter((device) => topics(device) > 0).length;
    return {
      from,
      until,
      expectations: [
        want("none is left in the queue", left === 0, left),
        want("every device that stays hears of the opening", lost === 0, `${lost} did not`),
        want(
          "none gets two",
          devices.every((device) => topics(device) <= 1),
          "some did",
        ),
        want("none hears after its removal", late === 0 && spared > 0, `${late} did, ${spared} heard nothing`),
        want("a kill hits notifications that are being sent", repeated > 0, "none did"),
      ],
      summary: `${DEVICES - REMOVED} devices got one notification, the last after ${seconds}, and of ${REMOVED} removed meanwhile none later; ${repeated} that a killed process had handed over were sent again, with the same Topic.`,
    };
  },
};

type Device = Awaited<ReturnType<typeof leaveGift>>;

/** Leaves a gift, and asks for its sender's device to be told of the opening. */
async function leaveGift(api: string, shareCode: string, push: PushServer) {
  const post = (path: string, body: object) =>
    fetch(api + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const left = await post("/site/gifts", { shareCode, senderName: "Bob", message: "Hello", giftAssetId: "card" });
  const { id, takeBackKey } = (await left.json()).data;
  const own = `/site/gifts/${shareCode}/${id}/devices?key=${encodeURIComponent(takeBackKey)}`;
  const device = push.device();
  const kept = await post(own, device);
  if (kept.status !== 201) throw new Error(`the device was refused: ${await kept.text()}`);
  const remove = () => fetch(api + own, { method: "DELETE" }).then(({ ok }) => ok);
  return { path: new URL(device.endpoint).pathname, remove };
}

/** Removes one after the other, again while no API answers, and returns when each was gone at the latest. */
async function removeEach(devices: readonly Device[]) {
  const removed: { device: Device; at: number }[] = [];
  for (const device of devices) {
    while (!(await device.remove().catch(() => false))) await Bun.sleep(REMOVE_EVERY_MS);
    removed.push({ device, at: performance.now() });
    await Bun.sleep(REMOVE_EVERY_MS);
  }
  return removed;
}

/** Nobody is notified by night. */
function zoneWhereItIsDay(): string {
  const ahead = 14 - new Date().getUTCHours();
  return ahead === 0 ? "UTC" : `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}
