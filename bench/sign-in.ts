import { expect, test } from "bun:test";
import { testApp } from "../api/app.test-utils.ts";
import { differenceOf, signInTimes } from "../api/features/owners/test-utils/sign-in-times.ts";

// npm run bench:sign-in. Wants a quiet machine, so it is no part of npm test.
const TRIES = 200;
const DIFFERENCE_MAX = 0.05;
// What else a machine does may push two medians apart; a difference of our own making would show in every round.
const ROUNDS_MAX = 3;

test("the time of a failed sign-in does not tell who has an account", async () => {
  const testApi = await testApp();
  await signInTimes(testApi, 10);
  let difference = 1;
  for (let round = 1; round <= ROUNDS_MAX && difference >= DIFFERENCE_MAX; round += 1) {
    const times = await signInTimes(testApi, TRIES);
    difference = differenceOf(times);
    const ms = (time: number) => `${time.toFixed(2)} ms`;
    console.log(`medians of ${TRIES}: known ${ms(times.known)}, unknown ${ms(times.unknown)}`);
    console.log(`difference ${(difference * 100).toFixed(2)} %, and ${DIFFERENCE_MAX * 100} % at most`);
  }
  await testApi.close();
  expect(difference).toBeLessThan(DIFFERENCE_MAX);
});
