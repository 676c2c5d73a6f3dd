import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { SIGN_UPS } from "#contract/owners";
import { PASSWORD, type TestApp, testApp, testAppOn } from "../../app.test-utils.ts";
import { mailJobs, owners } from "../../platform/db/schema.ts";

let service: TestApp;
beforeAll(async () => {
  service = await testApp();
});
afterAll(() => service.close());

describe.each(SIGN_UPS.filter((each) => each !== "open"))("with SIGN_UPS=%s", (signUps) => {
  test("refuses every address alike, stores nothing, and lets owners sign in", async () => {
    const { email: known } = await service.signedInOwner();
    const { post } = testAppOn(service.database, { signUps });
    const kept = async () => [
      await service.database.$count(owners),
      await service.database.$count(mailJobs),
      ...(await service.database.select({ language: owners.language }).from(owners)),
    ];
    const before = await kept();
    const answers = [];
    for (const email of [known, "new@example.org"]) {
      const answer = await post("/auth/sign-up/email", { email, password: PASSWORD, language: "ko" });
      expect([answer.status, answer.error.code]).toEqual([403, "sign_ups_closed"]);
      answers.push(answer.text.replace(answer.error.requestId, ""));
    }
    expect(answers[0]).toBe(answers[1] ?? "");
    expect(await kept()).toEqual(before);
    expect((await post("/auth/sign-in/email", { email: known, password: PASSWORD })).status).toBe(200);
  });
});
