import "../shared/own-environment.ts";
import { circuitBreaker } from "../shared/observability/circuit-breaker.ts";
import { apiInnerUrl } from "./addresses.ts";

const PROBE_MS = 1000;
/** Callers set their own timeout; none is longer than the idle timeout of a connection to the site. */
const WAIT_MAX_MS = 30_000;

const line = circuitBreaker(answers, () => {}, { slowMs: WAIT_MAX_MS });

/** Whether the API is unresponsive; requests then wait for the next probe. */
export const isApiSilent = (): boolean => line.isSilent();

type ApiRequest = Omit<RequestInit, "signal"> & { signal: AbortSignal };

/**
 * Calls the API behind a circuit breaker. If the API stops responding, for example because its machine is lost or it
 * hangs, waiting callers fail with an UnresponsiveError within two seconds. Later callers wait for the next probe, at most
 * 1.3 seconds: a retried form may be the first request that reaches the API once it is back.
 */
export async function askApi(address: string, { signal, ...request }: ApiRequest): Promise<Response> {
  const given = new AbortController();
  const either = AbortSignal.any([signal, given.signal]);
  try {
    await line.probed();
    return await line.watch(() => fetch(apiInnerUrl() + address, { ...request, signal: either }));
  } catch (error) {
    given.abort();
    throw error;
  }
}

/** Probes the API on a connection of its own. */
async function answers(): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_MS);
  const said = await fetch(`${apiInnerUrl()}/v1`, { headers: visitorHeaders(undefined), keepalive: false, signal });
  await said.body?.cancel();
  return true;
}

/** On whose behalf the API is called: address, `X-Forwarded-For`, session cookie and user agent. */
export type Visitor = {
  address: string | undefined;
  forwardedFor: string | null;
  cookie: string | null;
  userAgent?: string | null;
};

/**
 * Headers that tell the API whose request this is: the visitor's socket address, and the key that authenticates the
 * site. Set on every request, so that a visitor's own headers of these names never get through.
 */
export function visitorHeaders(address: string | undefined): Record<string, string> {
  return { "x-visitor-address": address ?? "", "x-internal-key": process.env.INTERNAL_KEY ?? "" };
}
