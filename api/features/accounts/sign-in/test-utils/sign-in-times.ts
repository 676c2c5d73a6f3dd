import { PASSWORD, type TestApp } from "../../../../app.test-utils.ts";

/**
 * Median duration of a failing sign-in, in milliseconds unless `now` uses another unit: for an e-mail with an
 * account, and for one without.
 */
export type SignInTimes = { known: number; unknown: number };

/** Alternates between both, swapping their order in each pair, so that machine noise affects both equally. */
export async function signInTimes(
  service: TestApp,
  tries: number,
  now: () => number = () => performance.now(),
): Promise<SignInTimes> {
  const email = `${crypto.randomUUID()}@example.org`;
  await service.post("/auth/sign-up/email", { email, password: PASSWORD });
  const times: Record<keyof SignInTimes, number[]> = { known: [], unknown: [] };
  const signIn = async (which: keyof SignInTimes) => {
    const body = {
      email: which === "known" ? email : `${crypto.randomUUID()}@example.org`,
      password: "not the password",
    };
    const began = now();
    const { status } = await service.post("/auth/sign-in/email", body);
    times[which].push(now() - began);
    if (status !== 401) throw new Error(`expected status 401 for a wrong password, got ${status}`);
  };
  for (let i = 0; i < tries; i += 1) {
    const order = i % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
    for (const which of order) await signIn(which);
  }
  return { known: median(times.known), unknown: median(times.unknown) };
}

/** Returns the difference of the two as a share of the longer one. */
export const differenceOf = ({ known, unknown }: SignInTimes) => Math.abs(known - unknown) / Math.max(known, unknown);

function median(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
