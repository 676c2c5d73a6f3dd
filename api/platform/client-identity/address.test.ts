import { describe, expect, test } from "bun:test";
import { callerAddress, readTrustedProxies } from "./address.ts";

const LONG_HEADER = `${"1.1.1.1, ".repeat(5_000)}9.9.9.9`;

/** The address that counts if the operator trusts these proxies. */
const counted = (trusted: string, socket: string, forwardedFor: string | null) => {
  const proxies = readTrustedProxies(trusted);
  if (!proxies) throw new Error(`${trusted} is not a list of proxies`);
  return callerAddress(socket, forwardedFor, proxies);
};

describe("the socket's address counts", () => {
  test.each([
    ["without X-Forwarded-For", "", "9.9.9.9", null, "9.9.9.9"],
    ["if no proxy is trusted, whatever was forwarded", "", "9.9.9.9", "1.2.3.4", "9.9.9.9"],
    ["for loopback, which is not trusted by default", "", "127.0.0.1", "1.2.3.4", "127.0.0.1"],
    ["if another address is trusted", "10.0.0.1", "10.0.0.2", "1.2.3.4", "10.0.0.2"],
    ["if it is just outside a trusted range", "10.0.0.0/30", "10.0.0.4", "1.2.3.4", "10.0.0.4"],
    ["if the proxy sends no header", "10.0.0.1", "10.0.0.1", null, "10.0.0.1"],
    ["if the proxy sends only commas", "10.0.0.1", "10.0.0.1", " , ,", "10.0.0.1"],
    ["if the proxy sends an invalid address", "10.0.0.1", "10.0.0.1", "unknown", "10.0.0.1"],
    ["if the proxy names only itself", "10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.1"],
    ["for IPv4, if only IPv6 is trusted", "::/0", "9.9.9.9", "1.2.3.4", "9.9.9.9"],
  ])("%s", (_, trusted, socket, forwardedFor, expected) => {
    expect(counted(trusted, socket, forwardedFor)).toBe(expected);
  });
});

describe("behind trusted proxies, the nearest untrusted address counts", () => {
  test.each([
    ["one proxy", "10.0.0.1", "10.0.0.1", "1.2.3.4", "1.2.3.4"],
    ["an address forged by the client", "10.0.0.1", "10.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4"],
    ["a chain of proxies", "10.0.0.0/8", "10.0.0.1", "6.6.6.6, 1.2.3.4, 10.9.9.9, 10.0.0.2", "1.2.3.4"],
    ["a trusted proxy's address forged by the client", "10.0.0.0/8", "10.0.0.1", "10.0.0.7, 1.2.3.4", "1.2.3.4"],
    [
      "a list of proxies",
      "192.0.2.1, 10.0.0.0/8,2001:db8::/32",
      "192.0.2.1",
      "1.2.3.4, 2001:db8::9, 10.1.1.1",
      "1.2.3.4",
    ],
    ["garbage before the client's address", "10.0.0.1", "10.0.0.1", "<script>, 1.2.3.4", "1.2.3.4"],
    ["garbage forwarded by a proxy", "10.0.0.0/8", "10.0.0.1", "1.2.3.4, what, 10.0.0.2", "10.0.0.2"],
    ["an IPv4 address that is not in four parts", "10.0.0.0/8", "10.0.0.1", "1.2.3.4, 16909060, 10.0.0.2", "10.0.0.2"],
    ["only proxies", "10.0.0.0/8", "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    ["spaces anywhere", "10.0.0.1", "10.0.0.1", "   6.6.6.6 ,\t1.2.3.4  ", "1.2.3.4"],
    ["a very long header", "10.0.0.1", "10.0.0.1", LONG_HEADER, "9.9.9.9"],
    ["everything trusted", "0.0.0.0/0, ::/0", "10.0.0.1", "1.2.3.4, 5.6.7.8", "1.2.3.4"],
    ["IPv4 with a port", "10.0.0.1", "10.0.0.1", "6.6.6.6, 1.2.3.4:5678", "1.2.3.4"],
    ["a trusted hop with a port", "10.0.0.0/8", "10.0.0.1", "1.2.3.4, 10.0.0.2:443", "1.2.3.4"],
    ["IPv6 with a port", "10.0.0.1", "10.0.0.1", "[2001:db8::1]:443", "2001:db8:0:0::/64"],
    ["brackets without a port", "10.0.0.1", "10.0.0.1", "[2001:db8::1]", "2001:db8:0:0::/64"],
  ])("%s", (_, trusted, socket, forwardedFor, expected) => {
    expect(counted(trusted, socket, forwardedFor)).toBe(expected);
  });
});

describe("one subscriber counts as one address", () => {
  test.each([
    ["IPv4-mapped IPv6 as IPv4", "::ffff:1.2.3.4", "1.2.3.4"],
    ["IPv4-mapped IPv6 in hexadecimal", "::ffff:102:304", "1.2.3.4"],
    ["IPv6 by its /64 network", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["IPv6 in any spelling", "2001:0DB8:0001:0002::6", "2001:db8:1:2::/64"],
    ["IPv6 with a zone", "fe80::1%eth0", "fe80:0:0:0::/64"],
    ["loopback", "::1", "0:0:0:0::/64"],
  ])("%s", (_, socket, expected) => {
    expect(counted("", socket, null)).toBe(expected);
  });

  test("tells adjacent networks apart", () => {
    expect(counted("", "2001:db8:1:2::1", null)).not.toBe(counted("", "2001:db8:1:3::1", null));
  });

  test("recognizes a proxy in each spelling of its address", () => {
    for (const trusted of ["10.0.0.1", "::ffff:10.0.0.1", "::ffff:10.0.0.0/104", "10.0.0.0/8"]) {
      for (const socket of ["10.0.0.1", "::ffff:10.0.0.1", "::ffff:a00:1"]) {
        expect([trusted, socket, counted(trusted, socket, "1.2.3.4")]).toEqual([trusted, socket, "1.2.3.4"]);
      }
    }
    expect(counted("2001:db8::5", "2001:DB8:0:0::5", "1.2.3.4")).toBe("1.2.3.4");
    // Clients count by network, proxies by address: a neighbor is not trusted.
    expect(counted("2001:db8::5", "2001:db8::6", "1.2.3.4")).toBe("2001:db8:0:0::/64");
  });
});

describe("TRUSTED_PROXIES", () => {
  test.each([
    ["", 0],
    [" , ", 0],
    ["127.0.0.1", 1],
    ["127.0.0.1,::1", 2],
    [" 10.0.0.0/8 , 2001:db8::/32, ", 2],
    ["0.0.0.0/0", 1],
    ["10.0.0.0/32", 1],
    ["2001:db8::1/128", 1],
  ])("%p has %i entries", (list, count) => {
    expect(readTrustedProxies(list)).toHaveLength(count);
  });

  test.each([
    "localhost",
    "10",
    "10/8",
    "10.0/16",
    "127.1",
    "0x7f000001",
    "010.0.0.1",
    "10.0.0.256",
    "10.0.0.0/33",
    "10.0.0.0/-1",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "10.0.0.0/255.0.0.0",
    "2001:db8::/129",
    "::ffff:10.0.0.0/8",
    "10.0.0.1:80",
    "10.0.0.1 10.0.0.2",
    "10.0.0.1, proxy",
    "*",
    "true",
  ])("%p is refused", (list) => {
    expect(readTrustedProxies(list)).toBeNull();
  });
});
