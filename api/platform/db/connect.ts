import postgres from "postgres";
import { readDatabaseAddress } from "./address.ts";
import { toPrimary } from "./primary.ts";

const RECONNECT_AFTER_SECONDS = 0.1;

type Options = postgres.Options<Record<string, never>>;

/**
 * Creates a client for a Postgres URL. With several hosts, each new connection goes to the primary. Postgres's own
 * tools take a socket folder as `?host=`; postgres.js needs it as an option, not in the URL.
 */
export function connect(url: string, options: Options = {}) {
  const address = readDatabaseAddress(url);
  if (!address) throw new TypeError("invalid Postgres URL");
  const { places, isToFind } = address;
  const [{ href, folder }] = places;
  const primary = isToFind ? toPrimary(places) : null;
  const client = postgres(href, {
    onnotice: () => {},
    // The driver's own backoff waits up to 20 seconds after lost connections, and so would all requests.
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
