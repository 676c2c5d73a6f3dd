import { type TlsSettings, takeTls } from "./tls.ts";

/** One host of a database URL, as a URL of its own; `folder` is the folder of its Unix socket, if any. */
export type Place = { href: string; host: string; port: number; folder: string | null };
/** If `isToFind`, the primary must first be found among the hosts. `tls` is null if connections are not encrypted. */
export type DatabaseAddress = { places: readonly [Place, ...Place[]]; isToFind: boolean; tls: TlsSettings | null };

const USUAL_PORT = 5432;
const shape =
  /^(?<scheme>postgres(?:ql)?:\/\/)(?:(?<user>[^/?#]*)@)?(?<hosts>[^/?#@]*)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/;
const hostShape = /^(?<host>\[[0-9a-fA-F:.]+\]|[^:[\]]*)(?::(?<port>\d{1,5}))?$/;
const NOT_PREPARING = "prepare=false";
/** Other values of `target_session_attrs` could send writes to a standby. */
const WRITABLE = ["read-write", "primary"];

/**
 * Parses a database URL as Postgres's own tools do: several comma-separated hosts, a socket folder as `?host=`,
 * `target_session_attrs`, which defaults to `read-write` for several hosts, and `sslmode` with its files. Returns null
 * if it is invalid.
 */
export function readDatabaseAddress(text: string): DatabaseAddress | null {
  const { scheme, user, hosts = "", path = "", query = "" } = shape.exec(text)?.groups ?? {};
  if (!scheme) return null;
  const parameters = new URLSearchParams(query);
  const sessionAttributes = parameters.get("target_session_attrs");
  const folders = parameters.get("host")?.split(",") ?? [];
  for (const name of ["host", "target_session_attrs"]) parameters.delete(name);
  const tls = takeTls(parameters);
  if (tls === undefined) return null;
  if (sessionAttributes !== null && !WRITABLE.includes(sessionAttributes)) return null;

  const rest = `${path}${parameters.size > 0 ? `?${parameters}` : ""}`;
  const named = hosts.split(",").map((each) => hostShape.exec(each)?.groups);
  const places: Place[] = [];
  for (const [i, folder] of (folders.length > 0 ? folders : [null]).entries()) {
    for (const each of folder === null ? named : [named[i] ?? named[0]]) {
      const port = Number(each?.port ?? USUAL_PORT);
      const host = each?.host ?? "";
      if (!each || port < 1 || port > 65535 || (named.length > 1 && !host)) return null;
      const href = `${scheme}${user === undefined ? "" : `${user}@`}${host || "localhost"}:${port}${rest}`;
      if (!URL.canParse(href)) return null;
      places.push({ href, host: host.replace(/^\[|\]$/g, "") || "localhost", port, folder });
    }
  }
  const [first, ...others] = places;
  if (!first) return null;
  return { places: [first, ...others], isToFind: others.length > 0 || sessionAttributes !== null, tls };
}

/** Turns prepared statements off, for a pooler in transaction mode: the next transaction may get another connection. */
export const withoutPreparing = (address: string): string =>
  `${address}${address.includes("?") ? "&" : "?"}${NOT_PREPARING}`;

/** Whether the address is for a pooler, made by `withoutPreparing`. */
export const isForPooler = (address: string): boolean => address.endsWith(NOT_PREPARING);
