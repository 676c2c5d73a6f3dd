import type { Server } from "bun";
import { LRUCache } from "lru-cache";
import { callerAddress, isUntrustedNeighbor, type TrustedProxies } from "../platform/client-identity/address.ts";
import type { Caller, Callers } from "../platform/client-identity/callers.ts";
import { isSameSecret } from "../platform/is-same-secret.ts";
import type { Log } from "../platform/log.ts";

export type CallerSettings = { trustedProxies: TrustedProxies; internalKey: string | null };
type Connection = { request: Request; server: Server<unknown> | null };
export type ResolveAddress = (connection: Connection) => string;
export type ResolveClient = (connection: Connection) => Promise<Caller>;

const ADDRESSES_REMEMBERED = 5000;
const REMEMBERED_LENGTH_MAX = 200;

const WRONG_KEY = "request with a wrong INTERNAL_KEY: if it came from our site, all its visitors count as one client";
const FORGOTTEN_PROXY =
  "forwarded request from an untrusted peer: if that is your reverse proxy, add it to TRUSTED_PROXIES; without it, all its visitors count as one client";

/** Address of a request without a socket, as tests create them. */
const NOWHERE = "0.0.0.0";

/**
 * Returns a function that resolves the client address that a request counts for: the socket's address. From the site,
 * authenticated by INTERNAL_KEY, it accepts the visitor's socket address. It honors `X-Forwarded-For` only from a
 * trusted proxy.
 */
export function resolveAddress({ trustedProxies, internalKey }: CallerSettings, log: Log): ResolveAddress {
  // Cached: parsing addresses costs more than the rest of a short request, and adding a gift needs it twice.
  const known = new LRUCache<string, string>({ max: ADDRESSES_REMEMBERED });
  const said = new Set<string>();

  /** True once for each event: anyone can send these headers. */
  function isNews(event: string): boolean {
    const isNew = !said.has(event);
    said.add(event);
    return isNew;
  }

  return ({ request, server }) => {
    const { headers } = request;
    const key = headers.get("x-internal-key");
    const isOfSite = isSite(key, internalKey);
    if (key !== null && !isOfSite && isNews(WRONG_KEY)) log.warn(WRONG_KEY);
    const visitor = isOfSite ? headers.get("x-visitor-address") : null;
    const socket = visitor ?? server?.requestIP(request)?.address ?? NOWHERE;
    const forwardedFor = headers.get("x-forwarded-for");
    if (
      !said.has(FORGOTTEN_PROXY) &&
      (forwardedFor ?? headers.get("forwarded")) !== null &&
      isUntrustedNeighbor(socket, trustedProxies) &&
      isNews(FORGOTTEN_PROXY)
    )
      // A proxy's address is one of the operator's own network.
      log.warn(FORGOTTEN_PROXY, { peer: socket });
    const addresses = forwardedFor === null ? socket : `${socket} ${forwardedFor}`;
    const seen = known.get(addresses);
    if (seen !== undefined) return seen;
    const address = callerAddress(socket, forwardedFor, trustedProxies);
    // Clients control this header and may send long ones.
    if (addresses.length <= REMEMBERED_LENGTH_MAX) known.set(addresses, address);
    return address;
  };
}

export function resolveClient(address: ResolveAddress, callers: Callers): ResolveClient {
  return (connection) => callers.at(address(connection));
}

export const isFromSite = ({ headers }: Request, { internalKey }: CallerSettings): boolean =>
  isSite(headers.get("x-internal-key"), internalKey);

const isSite = (given: string | null, key: string | null): boolean => Boolean(given && key && isSameSecret(key, given));
