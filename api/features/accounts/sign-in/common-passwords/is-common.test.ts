import { afterAll, beforeAll, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { PASSWORD, type TestApp, testApp } from "../../../../app.test-utils.ts";
import { BYTES_EACH, isCommonPassword } from "./is-common.ts";

let service: TestApp;
beforeAll(async () => {
  service = await testApp();
});
afterAll(() => service.close());

test.each(["qwertyuiop", "1234567890", "1qaz2wsx3edc", "password123", "PassWord123", "basketball"])(
  "recognizes %s as common",
  (password) => expect(isCommonPassword(password)).toBe(true),
);

test("the list contains more than ten thousand passwords of ten or more characters", () => {
  const bytes = statSync(join(import.meta.dir, "list.bin")).size;
  expect(bytes / BYTES_EACH).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(150_000);
});

test("accepts uncommon passwords", () => {
  for (const password of [PASSWORD, "another password", "purple otter on a ladder", " ".repeat(10), "🎄".repeat(10)]) {
    expect(isCommonPassword(password)).toBe(false);
  }
  const random = Array.from({ length: 10_000 }, () => crypto.randomUUID());
  expect(random.filter(isCommonPassword).length).toBeLessThan(3);
});

test("refuses a common password at sign-up, change and reset", async () => {
  const common = "Qwertyuiop";
  const owner = await service.signedInOwner();
  const answers = [
    await service.post("/auth/sign-up/email", { email: "new@example.org", password: common }),
    await service.post("/auth/reset-password", { token: "any", password: common }),
    await owner.post("/owner/account/password", { password: PASSWORD, newPassword: common }),
  ];
  for (const { status, error, text } of answers) {
    expect(status).toBe(400);
    expect(error.details?.map(({ reason }) => reason)).toEqual(["too_common"]);
    expect(text.toLowerCase()).not.toContain("qwertyuiop");
  }
});
