import postgres from "postgres";

type Options = postgres.Options<Record<string, never>>;

/**
 * A client of the Postgres that a URL names. Postgres's own tools take a socket's folder as `?host=`;
 * postgres.js wants it as an option, and not in the address.
 */
export function connect(url: string, options: Options = {}) {
  const address = new URL(url);
  const socketFolder = address.searchParams.get("host");
  address.searchParams.delete("host");
  return postgres(address.href, { onnotice: () => {}, ...(socketFolder && { host: socketFolder }), ...options });
}
