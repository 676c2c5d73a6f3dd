import { isIPv4 } from "node:net";
import type { Server } from "bun";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import type { Log } from "../../../shared/observability/log.ts";
import { isSameSecret } from "../secrets.ts";
import type { Caller, Callers } from "./callers.store.ts";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type TrustedProxies = readonly [Address, number][];

/** Parses TRUSTED_PROXIES: comma-separated addresses and CIDR ranges. Returns null if an entry is neither. */
export function readTrustedProxies(list: string): TrustedProxies | null {
  const entries = list
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
  const ranges = entries.map(readRange);
  return ranges.includes(null) ? null : (ranges as [Address, number][]);
}

/**
 * Returns the address that a request counts for: the socket's peer or, if that is a trusted proxy, the nearest address
 * in `X-Forwarded-For` that is not one. The client may have forged anything further to the left.
 */
export function callerAddress(socket: string, forwardedFor: string | null, trusted: TrustedProxies): string {
  let nearest = socket;
  for (const hop of hopsFrom(socket, forwardedFor ?? "")) {
    const address = hop.length > HOP_MAX_LENGTH ? null : readAddress(hop);
    if (!address) return nearest;
    nearest = normalized(address);
    if (!isTrusted(address, trusted)) return nearest;
  }
  return nearest;
}

/** The longest form, bracketed IPv6 with embedded IPv4 and a port, has 53 characters. */
const HOP_MAX_LENGTH = 60;

/** Yields the hops of a request, nearest first. It is lazy: hops past the last one read cost nothing. */
function* hopsFrom(socket: string, forwardedFor: string) {
  yield socket;
  for (let end = forwardedFor.length; end > 0; ) {
    const comma = forwardedFor.lastIndexOf(",", end - 1);
    yield forwardedFor.slice(comma + 1, end).trim();
    end = comma;
  }
}

/** Whether a peer is on this machine or a private network, as reverse proxies usually are, but is not trusted. */
function isUntrustedNeighbor(socket: string, trusted: TrustedProxies): boolean {
  const address = readAddress(socket);
  return address !== null && NEIGHBORS.has(address.range()) && !isTrusted(address, trusted);
}

const NEIGHBORS = new Set<string>(["loopback", "private", "linkLocal", "uniqueLocal", "carrierGradeNat"]);

function isTrusted(address: Address, trusted: TrustedProxies): boolean {
  return trusted.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
}

/** IPv4 addresses count as they are; IPv6 addresses by their /64 network, which one subscriber holds. */
function normalized(address: Address): string {
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}

/** Prefix of IPv4 addresses on a dual-stack socket. */
const IPV4_WITHIN = "::ffff:";

/**
 * Parses an address, with or without the port that some proxies add; IPv4-mapped IPv6 becomes IPv4. Null if invalid.
 */
function readAddress(hop: string): Address | null {
  // Fast path: most addresses are IPv4 (the socket's own as IPv4-mapped IPv6), and ipaddr tests each three times.
  const plain = hop.startsWith(IPV4_WITHIN) ? hop.slice(IPV4_WITHIN.length) : hop;
  if (isIPv4(plain)) return new ipaddr.IPv4(plain.split(".").map(Number));
  const [, withoutPort = hop] = /^\[(.*)\](?::\d+)?$/.exec(hop) ?? /^([\d.]+):\d+$/.exec(hop) ?? [];
  return isAddress(withoutPort) ? ipaddr.process(withoutPort) : null;
}

function readRange(entry: string): [Address, number] | null {
  const [host = "", bits, ...more] = entry.split("/");
  const isRange = bits === undefined || /^\d{1,3}$/.test(bits);
  if (!isAddress(host) || !isRange || more.length > 0) return null;
  const address = ipaddr.process(host);
  const width = address.kind() === "ipv4" ? 32 : 128;
  // The prefix length of an IPv4-mapped range includes the 96 bits of the mapping.
  const isMapped = address.kind() === "ipv4" && host.includes(":");
  const prefixLength = bits === undefined ? width : Number(bits) - (isMapped ? 96 : 0);
  return prefixLength >= 0 && prefixLength <= width ? [address, prefixLength] : null;
}

// Not ipaddr's isValid(): it accepts "10" as 0.0.0.10, and "10/8" as a range around it.
const isAddress = (text: string) => ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);

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
