import postgres from "postgres";
import { readDatabaseAddress } from "./address.ts";
import { toPrimary } from "./primary.ts";

const RECONNECT_AFTER_SECONDS = 0.1;

type Options = postgres.Options<Record<string, never>>;

/**
 * A client of the Postgres that a URL names; of several hosts, each new connection leads to the one that takes writes.
 * Postgres's own tools take a socket's folder as `?host=`; postgres.js wants it as an option, and not in the address.
 */
export function connect(url: string, options: Options = {}) {
  const address = readDatabaseAddress(url);
  if (!address) throw new TypeError("this is no address of a Postgres");
  const { places, isToFind } = address;
  const [{ href, folder }] = places;
  const primary = isToFind ? toPrimary(places) : null;
  const client = postgres(href, {
    onnotice: () => {},
    // Its own waits for up to 20 seconds after some connections were lost, and all requests with it.
    backoff: () => RECONNECT_AFTER_SECONDS,
    ...(folder !== null && { host: folder }),
    ...(primary && { socket: primary.socket }),
    ...options,
  } as Options);
  if (!primary) return client;
  const end = client.end.bind(client);
  return Object.assign(client, {
    end(within?: { timeout?: number }) {
      primary.stop();
      return end(within);
    },
  });
}
