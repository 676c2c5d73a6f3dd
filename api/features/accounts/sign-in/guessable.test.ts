import { afterAll, beforeAll, expect, test } from "bun:test";
import { mailServer } from "../../../../test-support/mail-server.ts";
import { PASSWORD, type TestApp, testApp } from "../../../app.test-utils.ts";
import { officeOn, tokenIn } from "../../mails/mail.test-utils.ts";
import { isGuessable } from "./passwords.ts";

const EMAIL = "ada.lovelace+trees@example.org";
const GUESSES = [
  ...["ada.lovelace+trees@example.org", "ADA.LOVELACE+trees@Example.org", "ada.lovelace+trees", "Ada.Lovelace"],
  ...["treegifting", "Tree Gifting", "TREE-GIFTING", " t r e e g i f t i n g "],
  ...["tree.gifting", "TREEGIFTING!", "(tree)/gifting?", "ada,lovelace!!"],
];
const FAULT = { reason: "easy_to_guess" } as const;

let service: TestApp;
beforeAll(async () => {
  service = await testApp();
});
afterAll(() => service.close());

test.each(GUESSES)("refuses %j as the password of that address", (password) => {
  expect(isGuessable(password, EMAIL)).toBe(true);
});

test.each([PASSWORD, "ada.lovelace writes letters", "tree gifting is fun", " ".repeat(10)])(
  "accepts %j",
  (password) => {
    expect(isGuessable(password, EMAIL)).toBe(false);
    expect(isGuessable(password, "-@example.org")).toBe(false);
  },
);

test("refuses such a password at sign-up, at a change of password or address, and at a reset", async () => {
  const signedUp = await service.post("/auth/sign-up/email", { email: EMAIL, password: "Ada.Lovelace" });
  expect([signedUp.status, signedUp.error.details]).toEqual([400, [{ field: "password", ...FAULT }]]);

  const owner = await service.signedInOwner();
  const changed = await owner.post("/owner/account/password", { password: PASSWORD, newPassword: owner.email });
  expect([changed.status, changed.error.details]).toEqual([400, [{ field: "newPassword", ...FAULT }]]);

  const change = { email: "correct.horse.battery@example.org", password: PASSWORD };
  const moved = await owner.post("/owner/account/email", change);
  expect([moved.status, moved.error.details]).toEqual([400, [{ field: "password", ...FAULT }]]);

  const server = await mailServer();
  const { deliver } = officeOn(service.database, service, server.url);
  // Deliver the sign-up mail first, so that the next one is the last.
  await deliver();
  await service.post("/auth/request-password-reset", { email: owner.email });
  await deliver();
  const token = tokenIn(server.lastTo(owner.email));
  await server.close();
  const reset = await service.post("/auth/reset-password", { token, password: "Tree Gifting" });
  expect([reset.status, reset.error.details]).toEqual([400, [{ field: "password", ...FAULT }]]);
  expect((await service.post("/auth/reset-password", { token, password: "another password" })).status).toBe(200);
});
