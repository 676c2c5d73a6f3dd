import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type TrustedProxies = readonly [Address, number][];

/** Reads TRUSTED_PROXIES: addresses and ranges, separated by commas. Null where one of them is neither. */
export function readTrustedProxies(list: string): TrustedProxies | null {
  const entries = list
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
  const ranges = entries.map(readRange);
  return ranges.includes(null) ? null : (ranges as [Address, number][]);
}

/**
 * Whom a request comes from: the socket's other end, or, where that is a trusted proxy, the nearest address in
 * `X-Forwarded-For` that is none. What stands further to the left anybody may have written.
 */
export function callerAddress(socket: string, forwardedFor: string | null, trusted: TrustedProxies): string {
  let nearest = socket;
  for (const hop of hopsFrom(socket, forwardedFor ?? "")) {
    const address = hop.length > HOP_MAX_LENGTH ? null : readAddress(hop);
    if (!address) return nearest;
    nearest = countedAs(address);
    if (!isTrusted(address, trusted)) return nearest;
  }
  return nearest;
}

/** IPv6 in brackets, with IPv4 within and a port, has 53 characters. */
const HOP_MAX_LENGTH = 60;

/** The hops of a request, the nearest first. What stands beyond the last that is read costs nothing. */
function* hopsFrom(socket: string, forwardedFor: string) {
  yield socket;
  for (let end = forwardedFor.length; end > 0; ) {
    const comma = forwardedFor.lastIndexOf(",", end - 1);
    yield forwardedFor.slice(comma + 1, end).trim();
    end = comma;
  }
}

/** The IPv6 network of 48 bits around an address as it counts: some providers give one subscriber all of it. Null for IPv4. */
export function widerNetwork(address: string): string | null {
  const [first, second, third] = address.split(":");
  return address.endsWith("::/64") ? `${first}:${second}:${third}::/48` : null;
}

function isTrusted(address: Address, trusted: TrustedProxies): boolean {
  return trusted.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
}

/** IPv4 as it is; of IPv6 the network of 64 bits, which one subscriber holds. */
function countedAs(address: Address): string {
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}

/** As a socket that takes both kinds writes it. */
const IPV4_WITHIN = "::ffff:";

/** An address, also with the port that some proxies add; IPv4 within IPv6 is IPv4. Null where it is none. */
function readAddress(hop: string): Address | null {
  // Most are this, a socket's own as IPv4 within IPv6, and ipaddr takes three looks at each.
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
  // A range of IPv4 written as IPv6 counts its bits from further ahead.
  const isMapped = address.kind() === "ipv4" && host.includes(":");
  const wanted = bits === undefined ? width : Number(bits) - (isMapped ? 96 : 0);
  return wanted >= 0 && wanted <= width ? [address, wanted] : null;
}

// Not ipaddr's own isValid(): it takes "10" for 0.0.0.10, and "10/8" for a range around that.
const isAddress = (text: string) => ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
