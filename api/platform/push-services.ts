const NAME = /^(\*\.)?([a-z\d-]+\.)+[a-z]+$/;
const LOOPBACK = /^http:\/\/127\.0\.0\.1:\d+$/;

/**
 * The hosts that notifications may be sent to, separated by commas: names, `*.` before one for those below it. Null if one is
 * malformed. `http://127.0.0.1:PORT` is for tests.
 */
export function readPushServices(text: string): string[] | null {
  const services = text.split(",").map((each) => each.trim());
  return services.every((each) => NAME.test(each) || LOOPBACK.test(each)) ? services : null;
}

export const isForTests = (services: readonly string[]): boolean => services.some((each) => LOOPBACK.test(each));

/**
 * Whether an address that a stranger gave is at one of these services, on https and its usual port, and spelled as it is read.
 * Who answers for such a name is who holds a certificate for it: what it resolves to needs no check.
 */
export function isAtPushService(endpoint: string, services: readonly string[]): boolean {
  const { origin, protocol, port, hostname, pathname, search } = URL.parse(endpoint) ?? {};
  if (origin === undefined || endpoint !== `${origin}${pathname}${search}`) return false;
  if (services.includes(origin)) return true;
  const isNamed = (name: string) => (name.startsWith("*.") ? hostname?.endsWith(name.slice(1)) : hostname === name);
  return protocol === "https:" && port === "" && services.some(isNamed);
}
