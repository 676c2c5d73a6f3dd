import { eq } from "drizzle-orm";
import type { DoneAct, QueueEntry, QueuePage } from "#contract/moderation";
import type { ReportReason } from "#contract/reports";
import { createLog } from "../../../shared/observability/log.ts";
import type { TestApp, TestOwner } from "../../app.test-utils.ts";
import { TEST_MESSAGE_KEYS } from "../../platform/db/db.test-utils.ts";
import { owners, reports } from "../../platform/db/schema.ts";
import { keysGiven } from "../../platform/encryption/key-source.ts";
import { sealing } from "../../platform/encryption/sealing.ts";
import { sealingStore } from "../../platform/encryption/tree-keys.store.ts";
import { moderatorStore } from "./moderators.store.ts";

export type TestModerator = Awaited<ReturnType<typeof signedInModerator>>;

/** Signs in an owner with a confirmed address and the moderator's role. */
export async function signedInModerator(service: Pick<TestApp, "database" | "signedInOwner">) {
  const owner = await service.signedInOwner();
  await confirmEmail(service, owner);
  await moderatorStore(service.database).add(owner.email);
  const queue = async (): Promise<QueueEntry[]> => (await owner.get<QueueEntry[]>("/moderation/queue")).data;
  const waiting = async (): Promise<QueuePage> =>
    (await owner.get("/moderation/queue?limit=1")).page as unknown as QueuePage;
  const history = async (): Promise<DoneAct[]> => (await owner.get<DoneAct[]>("/moderation/history")).data;
  const act = (body: object) => owner.post<{ id: string }>("/moderation/acts", body);
  return { ...owner, queue, waiting, history, act };
}

export const confirmEmail = (service: Pick<TestApp, "database">, { email }: Pick<TestOwner, "email">) =>
  service.database
    .update(owners)
    .set({ emailVerified: true, emailProvenAt: new Date() })
    .where(eq(owners.email, email));

/** Stores a report by a distinct visitor. */
export async function reported(
  service: Pick<TestApp, "clock" | "database">,
  shareCode: string,
  reason: ReportReason,
  input: { giftId?: string; details?: string; createdAt?: string } = {},
): Promise<string> {
  const { createdAt, ...more } = input;
  const id = crypto.randomUUID();
  const moment = createdAt ? new Date(createdAt) : service.clock();
  await service.database
    .insert(reports)
    .values({ id, shareCode, reason, reporterHash: id, createdAt: moment, ...more });
  return id;
}

/** Stores an owner's report of a gift, with the text if they chose to include it. */
export async function reportedByOwner(service: TestApp, shareCode: string, giftId: string, text: string | null) {
  const seals = sealing(sealingStore(service.database), keysGiven(TEST_MESSAGE_KEYS), createLog("error"));
  const id = crypto.randomUUID();
  const seal = await seals.toSeal(shareCode);
  const sealedText = text === null ? null : seal?.seal("reported text", id, text);
  await service.database.insert(reports).values({
    id,
    shareCode,
    giftId,
    reason: "threat",
    reporterHash: "",
    isOwners: true,
    sealedText,
    createdAt: service.clock(),
  });
}
