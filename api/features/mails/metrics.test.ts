import { afterAll, beforeAll, expect, test } from "bun:test";
import { newRegistry } from "../../../shared/observability/registry.ts";
import { type MailServer, mailServer } from "../../../test-support/mail-server.ts";
import { type TestApp, testApp } from "../../app.test-utils.ts";
import { measuresIn } from "../../platform/observability/measures.ts";
import { officeOn } from "./mail.test-utils.ts";

let service: TestApp;
let server: MailServer;
let refusals: Record<string, number> = {};
const registry = newRegistry("api");
const measures = measuresIn(registry);

beforeAll(async () => {
  service = await testApp();
  server = await mailServer((address) => refusals[address] ?? null);
});
afterAll(async () => {
  await server.close();
  await service.close();
});

const signUp = (email: string) => service.post("/auth/sign-up/email", { email, password: "correct horse battery" });
const deliver = (url = server.url) =>
  officeOn(service.database, service, url, undefined, undefined, measures).deliver();
const failed = async (cause: string) => {
  const [, count] = new RegExp(`mails_failed_total{cause="${cause}"} (\\d+)`).exec(await registry.metrics()) ?? [];
  return Number(count);
};

test("counts mails that were sent, by kind", async () => {
  const sent = 'tree_api_mails_sent_total{kind="confirm_email"}';
  expect(await registry.metrics()).toContain(`${sent} 0`);
  await signUp("ada@example.org");
  await deliver();
  expect(await registry.metrics()).toContain(`${sent} 1`);
});

test("counts failures by cause, and names no address", async () => {
  await signUp("refused@example.org");
  const causes = ["connection", "sign_in", "sender", "recipient", "message", "other"];
  expect(await Promise.all(causes.map(failed))).toEqual([0, 0, 0, 0, 0, 0]);
  for (const [minute, url, refused] of [
    [0, "smtp://127.0.0.1:1", {}],
    [10, server.url.replace("//", "//user:wrong@"), {}],
    [20, server.url, { "hello@tree.example": 530 }],
    [30, server.url, { "refused@example.org": 451 }],
  ] as const) {
    service.setTime(new Date(Date.parse("2026-11-30T12:00:00Z") + minute * 60_000));
    refusals = refused;
    await deliver(url);
  }
  expect(await Promise.all(causes.map(failed))).toEqual([1, 1, 1, 1, 0, 0]);
  expect(await registry.metrics()).not.toContain("example.org");
});
