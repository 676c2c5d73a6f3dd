import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  greeted,
  newDataDir,
  removeDataDir,
  type Service,
  startService,
  stop,
} from "../../test-support/running-service.ts";
import { mailedLink } from "../fixtures/outbox.ts";

const folder = newDataDir();
let service: Service;

beforeAll(async () => {
  service = await greeted(await startService(folder, { SIGN_INS_PER_ACCOUNT: "2" }));
}, 60_000);
afterAll(async () => {
  await stop(service);
  removeDataDir(folder);
}, 60_000);

/** Sends a page's form as a browser without scripts does. */
const sendForm = (path: string, fields: Record<string, string>) =>
  fetch(service.site + path, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });

test("limits password attempts, with a message in the visitor's language and Retry-After", async () => {
  const account = { email: "guessed@example.com", password: "not the password" };
  for (let i = 0; i < 2; i += 1) expect((await sendForm("/en/sign-in", account)).status).toBe(422);
  for (const [path, sentence] of [
    ["/en/sign-in", "Too many tries. To be safe, wait a few minutes, then try again."],
    ["/ko/sign-in", "너무 여러 번 시도했어요. 안전을 위해 몇 분 후에 다시 시도해 주세요."],
  ] as const) {
    const answer = await sendForm(path, account);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(800);
    const html = await answer.text();
    expect(html).toContain(sentence);
    expect(html).toContain(account.email);
    // The message offers a way to sign in without waiting.
    expect(html).toContain(`href="${path.slice(0, 3)}/reset-password"`);
    expect(html).not.toContain(account.password);
  }
}, 60_000);

test("reports the limit, not a wrong password, after a sign-up while sign-in is blocked", async () => {
  const account = { email: "new@example.com", password: "correct horse battery" };
  for (let i = 0; i < 2; i += 1) expect((await sendForm("/en/sign-in", account)).status).toBe(422);
  const answer = await sendForm("/en/sign-up", account);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(800);
  expect(await answer.text()).toContain("Too many tries.");
}, 60_000);

test("answers every request for a reset link alike, whether or not the account exists", async () => {
  for (let i = 0; i < 8; i += 1) {
    const { status, headers } = await sendForm("/reset-password", { email: "nobody@example.com" });
    expect([status, headers.get("location")]).toEqual([303, "/reset-password?sent"]);
  }
}, 60_000);

test("says on the page of a mailed link that links were used too often, and keeps the link in its form", async () => {
  const account = { email: "patient@example.com", password: "correct horse battery" };
  await sendForm("/en/sign-up", account);
  const link = new URL(await mailedLink(account.email, "Confirm your email address", folder));
  const guess = { method: "POST", headers: { "content-type": "application/json" }, body: '{"token":"guessed"}' };
  await Promise.all(Array.from({ length: 300 }, () => fetch(`${service.site}/auth/sign-in/link`, guess)));
  const token = link.searchParams.get("token") ?? "";
  const answer = await sendForm(`/en/confirm-email${link.search}`, { token, password: account.password });
  expect([answer.status, Number(answer.headers.get("retry-after")) > 0]).toEqual([429, true]);
  const html = await answer.text();
  expect(html).toContain("That's too much at once. Wait a minute, then try again.".replace("'", "&#39;"));
  expect(html).toContain(`name="token" value="${token}"`);
}, 60_000);
