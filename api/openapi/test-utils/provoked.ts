import { sql } from "drizzle-orm";
import type { PublicErrorCode } from "#contract/errors";
import { BODY_MAX_BYTES } from "#contract/limits";
import { RATE_POLICIES, type RatePolicies } from "#contract/rate-limits";
import { type Answer, aGift, type TestApp, testAppOn } from "../../app.test-utils.ts";
import { openDatabase } from "../../platform/db/client.ts";

/** What each error in the description was provoked into; an error that no request here provokes does not compile. */
type Provoked = Record<Exclude<PublicErrorCode, "route_not_found" | "method_not_allowed">, Answer<unknown> | undefined>;

/** Provokes every error in the description, and returns the actual responses. */
export async function provokeErrors(service: TestApp): Promise<Provoked> {
  const owner = await service.signedInOwner();
  const { shareCode } = await service.createTree(owner);
  const paused = await service.createTree(owner);
  await owner.patch(`/owner/trees/${paused.shareCode}`, { isPaused: true });

  const gift = aGift(shareCode);
  const send = (body: string, headers: Record<string, string> = {}) =>
    service.ask("/v1/messages", { method: "POST", headers: { "content-type": "application/json", ...headers }, body });
  const sendGift = (input: object, key?: string) =>
    send(JSON.stringify({ ...gift, ...input }), key ? { "idempotency-key": key } : {});

  await sendGift({}, "used");
  return {
    invalid_code: await service.get("/v1/trees/short"),
    validation_failed: await service.get(`/v1/messages/${shareCode}?limit=201`),
    invalid_json: await send("{"),
    invalid_cursor: await service.get(`/v1/messages/${shareCode}?cursor=odd`),
    tree_not_found: await service.get("/v1/trees/aaaaaaaa"),
    message_not_found: await service.post("/v1/reports", { shareCode, reason: "spam", messageId: crypto.randomUUID() }),
    tree_paused: await sendGift({ shareCode: paused.shareCode }),
    body_too_large: await send(" ".repeat(BODY_MAX_BYTES + 1)),
    unsupported_media_type: await send("{}", { "content-type": "text/plain" }),
    idempotency_key_reused: await sendGift({ message: "Another" }, "used"),
    idempotency_in_progress: await whileUnderWay((key) =>
      service.ask("/v1/reports", {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": key },
        body: JSON.stringify({ shareCode, reason: "spam" }),
      }),
    ),
    content_rejected: await sendGift({ message: "fuck you" }),
    rate_limited: await pastTheLimit(service),
    internal_error: await withoutTable(service, () => sendGift({})),
    service_unavailable: await testAppOn(openDatabase("postgres://nobody@127.0.0.1:1/none")).get("/v1/status"),
  };
}

/** Sends concurrent repeats of a report: one is in progress, and the others get `idempotency_in_progress`. */
async function whileUnderWay(ask: (key: string) => Promise<Answer<unknown>>): Promise<Answer<unknown> | undefined> {
  for (let round = 0; round < 20; round += 1) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(`round-${round}`)));
    const refused = answers.find(({ status }) => status === 409);
    if (refused) return refused;
  }
  return undefined;
}

async function pastTheLimit({ database }: TestApp): Promise<Answer<unknown>> {
  const ratePolicies: RatePolicies = {
    ...RATE_POLICIES,
    requestsPerAddress: { ...RATE_POLICIES.requestsPerAddress, quota: 1 },
  };
  const strict = testAppOn(database, { ratePolicies });
  await strict.get("/v1");
  return strict.get("/v1");
}

/** Causes an unforeseen failure. */
async function withoutTable({ database }: TestApp, ask: () => Promise<Answer<unknown>>): Promise<Answer<unknown>> {
  await database.execute(sql`alter table messages rename to lost_messages`);
  const answer = await ask();
  await database.execute(sql`alter table lost_messages rename to messages`);
  return answer;
}
