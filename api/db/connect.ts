import postgres from "postgres";

const RECONNECT_AFTER_SECONDS = 0.1;

type Options = postgres.Options<Record<string, never>>;

/**
 * A client of the Postgres that a URL names. Postgres's own tools take a socket's folder as `?host=`;
 * postgres.js wants it as an option, and not in the address.
 */
export function connect(url: string, options: Options = {}) {
  const address = new URL(url);
  const socketFolder = address.searchParams.get("host");
  address.searchParams.delete("host");
  return postgres(address.href, {
    onnotice: () => {},
    // Its own waits for up to 20 seconds after some connections were lost, and all requests with it.
    backoff: () => RECONNECT_AFTER_SECONDS,
    ...(socketFolder && { host: socketFolder }),
    ...options,
  });
}
