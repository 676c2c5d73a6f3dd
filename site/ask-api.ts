import { circuitBreaker } from "../shared/observability/circuit-breaker.ts";
import { apiInnerUrl } from "./addresses.ts";
import { visitorHeaders } from "./visitor-headers.ts";

const PROBE_MS = 1000;
/** Who asks says how long they wait; nobody waits longer than a connection to the site may idle. */
const WAIT_MAX_MS = 30_000;

const line = circuitBreaker(answers, () => {}, { slowMs: WAIT_MAX_MS });

/** Whether nothing is heard of the API: who asks it waits for the next probe. */
export const isApiSilent = (): boolean => line.isSilent();

type Asked = Omit<RequestInit, "signal"> & { signal: AbortSignal };

/**
 * What the API answers. While it says nothing, as where its machine is lost or it stands still, whoever waits is told after
 * five seconds, by a Silent. Whoever comes then waits for the next probe, at most 1.3 seconds: that somebody sends again
 * what they wrote may be the first that the API hears when it is back.
 */
export async function askApi(address: string, { signal, ...asked }: Asked): Promise<Response> {
  const given = new AbortController();
  const either = AbortSignal.any([signal, given.signal]);
  try {
    await line.probed();
    return await line.watch(() => fetch(apiInnerUrl() + address, { ...asked, signal: either }));
  } catch (error) {
    given.abort();
    throw error;
  }
}

/** Whether it says anything at all, on a connection that is made for the question. */
async function answers(): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_MS);
  const said = await fetch(`${apiInnerUrl()}/v1`, { headers: visitorHeaders(undefined), keepalive: false, signal });
  await said.body?.cancel();
  return true;
}
