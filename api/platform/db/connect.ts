import "../../../shared/own-environment.ts";
import postgres from "postgres";
import { type DatabaseAddress, readDatabaseAddress } from "./address.ts";
import { primaryOf } from "./primary.ts";
import { forDriver, NotConnected, openSocket } from "./socket.ts";

const RECONNECT_AFTER_SECONDS = 0.1;
/** For one host. One of several has just answered, so it gets less. */
const CONNECT_MS = { one: 5000, found: 2000 };

type Options = postgres.Options<Record<string, never>>;

/**
 * Creates a client for a Postgres URL. With several hosts, each new connection goes to the primary. Postgres's own
 * tools take a socket folder as `?host=`; postgres.js needs it as an option, not in the URL.
 */
export function connect(url: string, options: Options = {}) {
  const address = readDatabaseAddress(url);
  if (!address) throw new TypeError("invalid Postgres URL");
  const { places, isToFind, tls } = address;
  const [{ href, folder }] = places;
  // Everything else the driver can do by itself.
  const sockets = isToFind || tls ? socketsTo(address) : null;
  const client = postgres(href, {
    onnotice: () => {},
    // The driver's own backoff waits up to 20 seconds after lost connections, and so would all requests.
    backoff: () => RECONNECT_AFTER_SECONDS,
    ...(folder !== null && { host: folder }),
    ...(sockets && { socket: sockets.open }),
    // The sockets are encrypted already.
    ...(tls && { ssl: false }),
    ...options,
  } as Options);
  if (!sockets) return client;
  const end = client.end.bind(client);
  return Object.assign(client, {
    end(within?: { timeout?: number }) {
      sockets.stop();
      return end(within);
    },
  });
}

/** Opens sockets to the host that accepts writes, encrypted as the address says, until `stop` is called. */
function socketsTo({ places, isToFind, tls }: DatabaseAddress) {
  const [only] = places;
  const find = isToFind ? primaryOf(places, tls) : async () => only;
  let isStopped = false;
  const open = forDriver(async () => {
    const place = await find();
    // If the client was closed during the search, it would never learn of the connection.
    if (isStopped) throw new NotConnected("CONNECTION_CLOSED");
    return openSocket(place, tls, isToFind ? CONNECT_MS.found : CONNECT_MS.one);
  });
  return { open, stop: () => (isStopped = true) };
}
