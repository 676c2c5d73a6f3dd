import { Socket } from "node:net";
import postgres from "postgres";
import type { Place } from "./address.ts";

const ANSWER_MS = 1000;
/** How long to wait for the other hosts once one has reported that it takes writes. */
const OTHERS_MS = 300;
const CONNECT_MS = 2000;
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
 * Opens sockets to the primary, for the driver, and finds it again each time. The driver's own support of several hosts
 * (postgres.js 3.4.9) takes a standby for writable, and retries forever, without a pause, if all are down.
 * `socket` never throws: the driver would wait forever for that connection. Instead, the socket fails with the error.
 */
export function toPrimary(places: readonly Place[]): { socket: () => Promise<Socket>; stop: () => void } {
  let isStopped = false;
  let finding: Promise<Place> | null = null;

  function find(): Promise<Place> {
    if (finding) return finding;
    const found = findPrimary(places);
    finding = found;
    const forget = () => setTimeout(() => (finding = null), FOUND_COUNTS_MS).unref();
    found.then(forget, forget);
    return found;
  }

  async function open(): Promise<Socket> {
    try {
      const place = await find();
      // If the client was closed during the search, it would never learn of the connection.
      if (isStopped) throw new NoPrimary();
      return await connected(place);
    } catch (error) {
      // It discards writes, since it is not connected and the driver writes before it listens.
      const socket = Object.assign(new Socket(), { write: () => true });
      // Destroyed after the driver's first write: otherwise the driver would send that data at the start of its next
      // connection.
      setImmediate(() => setImmediate(() => socket.destroy(error as Error)));
      return socket;
    }
  }
  return { socket: open, stop: () => (isStopped = true) };
}

/** Resolves to a connected socket: data written to one that is still connecting may get lost under Bun (1.4.5). */
function connected({ host, port, folder }: Place): Promise<Socket> {
  const socket = new Socket();
  // The driver reads the host name from the socket, to verify the certificate.
  Object.assign(socket, { host, port });
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => socket.destroy(new NoPrimary()), CONNECT_MS);
    socket.once("close", () => reject(new NoPrimary()));
    socket.once("error", reject);
    socket.once("connect", () => {
      clearTimeout(late);
      socket.removeAllListeners();
      neverUnheard(socket);
      resolve(socket);
    });
    if (folder === null) socket.connect(port, host);
    else socket.connect(`${folder}/.s.PGSQL.${port}`);
  });
}

/** The driver stops listening when a socket closes; an error after that would end the whole process. */
function neverUnheard(socket: Socket): void {
  const removeAll = socket.removeAllListeners.bind(socket);
  socket.removeAllListeners = (event?: string | symbol) => removeAll(event).on("error", () => {});
}

/** Asks all hosts at once. Of two that take writes, the one on the later timeline was promoted after the other. */
async function findPrimary(places: readonly Place[]): Promise<Place> {
  const trouble: unknown[] = [];
  const found: { place: Place; timeline: string }[] = [];
  const { promise: othersLate, resolve: isLate } = Promise.withResolvers<void>();
  const all = places.map(async (place) => {
    try {
      const { takesWrites, timeline } = await look(place);
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
  throw trouble.find((error) => error instanceof NoPrimary) ?? trouble[0] ?? new NoPrimary();
}

async function look({ href, folder }: Place): Promise<Seen> {
  const client = postgres(href, {
    max: 1,
    connect_timeout: ANSWER_MS / 1000,
    fetch_types: false,
    prepare: false,
    onnotice: () => {},
    connection: { application_name: "tree-gifting look" },
    ...(folder !== null && { host: folder }),
  });
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
