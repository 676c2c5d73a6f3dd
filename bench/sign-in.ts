import { expect, test } from "bun:test";
import { testApp } from "../api/app.test-utils.ts";
import { differenceOf, signInTimes } from "../api/features/accounts/sign-in/test-utils/sign-in-times.ts";

// npm run bench -- sign-in. Needs a quiet machine, so it is not part of npm test.
const TRIES = 200;
const DIFFERENCE_MAX = 0.05;
// Other activity on the machine may move two medians apart; a real difference would show in every round.
const ROUNDS_MAX = 3;

test("does not reveal by the time of a failed sign-in whether an account exists", async () => {
  const testApi = await testApp();
  await signInTimes(testApi, 10);
  let difference = 1;
  for (let round = 1; round <= ROUNDS_MAX && difference >= DIFFERENCE_MAX; round += 1) {
    const times = await signInTimes(testApi, TRIES);
    difference = differenceOf(times);
    const ms = (time: number) => `${time.toFixed(2)} ms`;
    console.log(`medians of ${TRIES}: known ${ms(times.known)}, unknown ${ms(times.unknown)}`);
    console.log(`difference ${(difference * 100).toFixed(2)} %, at most ${DIFFERENCE_MAX * 100} % allowed`);
  }
  await testApi.close();
  expect(difference).toBeLessThan(DIFFERENCE_MAX);
});
