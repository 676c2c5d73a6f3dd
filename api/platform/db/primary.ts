import postgres from "postgres";
import type { Place } from "./address.ts";
import { forDriver, openSocket } from "./socket.ts";
import { TlsError, type TlsSettings } from "./tls.ts";

const ANSWER_MS = 1000;
/** How long to wait for the other hosts once one has reported that it takes writes. */
const OTHERS_MS = 300;
/** How long a result is reused: connections that are opened at the same time share it. */
const FOUND_COUNTS_MS = 200;

type Seen = { takesWrites: boolean; timeline: string };

/** None of several hosts takes writes: a standby is not promoted yet, or all are down. */
class NoPrimary extends Error {
  readonly code = "CONNECTION_NO_PRIMARY";
  constructor() {
    super("none of the database's hosts accepts writes");
  }
}

/**
 * Finds the primary for each new connection. The driver's own support of several hosts (postgres.js 3.4.9) takes a
 * standby for writable, and retries forever, without a pause, if all are down.
 */
export function primaryOf(places: readonly Place[], tls: TlsSettings | null): () => Promise<Place> {
  let finding: Promise<Place> | null = null;
  return () => {
    if (finding) return finding;
    const found = findPrimary(places, tls);
    finding = found;
    const forget = () => setTimeout(() => (finding = null), FOUND_COUNTS_MS).unref();
    found.then(forget, forget);
    return found;
  };
}

/** Asks all hosts at once. Of two that take writes, the one on the later timeline was promoted after the other. */
async function findPrimary(places: readonly Place[], tls: TlsSettings | null): Promise<Place> {
  const trouble: unknown[] = [];
  const found: { place: Place; timeline: string }[] = [];
  const { promise: othersLate, resolve: isLate } = Promise.withResolvers<void>();
  const all = places.map(async (place) => {
    try {
      const { takesWrites, timeline } = await look(place, tls);
      if (!takesWrites) return void trouble.push(new NoPrimary());
      found.push({ place, timeline });
      setTimeout(isLate, OTHERS_MS);
    } catch (error) {
      trouble.push(error);
    }
  });
  await Promise.race([Promise.all(all), othersLate]);
  const [best] = found.sort((one, other) => (one.timeline < other.timeline ? 1 : -1));
  if (best) return best.place;
  // A host that could not be asked because of its certificate may be the one.
  throw (
    trouble.find((error) => error instanceof TlsError) ??
    trouble.find((error) => error instanceof NoPrimary) ??
    trouble[0] ??
    new NoPrimary()
  );
}

async function look(place: Place, tls: TlsSettings | null): Promise<Seen> {
  const client = postgres(place.href, {
    max: 1,
    connect_timeout: ANSWER_MS / 1000,
    fetch_types: false,
    prepare: false,
    onnotice: () => {},
    connection: { application_name: "tree-gifting look" },
    ...(place.folder !== null && { host: place.folder }),
    ...(tls && { ssl: false, socket: forDriver(() => openSocket(place, tls, ANSWER_MS)) }),
  } as postgres.Options<Record<string, never>>);
  const late = Bun.sleep(ANSWER_MS).then(() => Promise.reject(new NoPrimary()));
  try {
    return await Promise.race([ask(client), late]);
  } finally {
    late.catch(() => {});
    client.end({ timeout: 0 }).catch(() => {});
  }
}

async function ask(client: postgres.Sql): Promise<Seen> {
  const [state] = await client`select current_setting('transaction_read_only') = 'off' as takes_writes`;
  if (!state?.takes_writes) return { takesWrites: false, timeline: "" };
  // Some Postgres-compatible services do not have this function.
  const [log] = await client`select left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline`.catch(() => []);
  return { takesWrites: true, timeline: log?.timeline ?? "" };
}
