import { Socket } from "node:net";
import type { Place } from "./address.ts";
import { encrypted, type TlsSettings } from "./tls.ts";

/** A host that did not let a connection be made; the code is one that the driver has, too. */
export class NotConnected extends Error {
  constructor(readonly code: "CONNECT_TIMEOUT" | "CONNECTION_CLOSED") {
    super("the database's host did not accept a connection");
  }
}

/** Resolves to a socket that is connected and, if asked, encrypted. Throws TlsError, or an error with a code. */
export async function openSocket(place: Place, tls: TlsSettings | null, withinMs: number): Promise<Socket> {
  const socket = new Socket();
  // The driver reads the host name from the socket, to verify the certificate.
  Object.assign(socket, { host: place.host, port: place.port });
  const late = setTimeout(() => socket.destroy(new NotConnected("CONNECT_TIMEOUT")), withinMs);
  try {
    await connected(socket, place);
    if (!tls || place.folder !== null) return socket;
    return await encrypted(socket, place.host, tls);
  } catch (error) {
    // If it is not destroyed yet: an error of a socket that nobody listens to would end the whole process.
    socket.on("error", () => {}).destroy();
    throw error;
  } finally {
    clearTimeout(late);
  }
}

/**
 * Makes a function of sockets fit for the driver (postgres.js 3.4.9), which would wait forever for a socket that cannot
 * be had: instead of throwing, the socket fails with the error.
 */
export function forDriver(open: () => Promise<Socket>): () => Promise<Socket> {
  return async () => {
    try {
      const socket = await open();
      neverUnheard(socket);
      return socket;
    } catch (error) {
      // It discards writes, since it is not connected and the driver writes before it listens.
      const socket = Object.assign(new Socket(), { write: () => true });
      // Destroyed after the driver's first write: otherwise the driver would send that data at the start of its next
      // connection.
      setImmediate(() => setImmediate(() => socket.destroy(error as Error)));
      return socket;
    }
  };
}

/** Data written to a socket that is still connecting may get lost under Bun (1.4.5). */
function connected(socket: Socket, { host, port, folder }: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once("close", () => reject(new NotConnected("CONNECTION_CLOSED")));
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.removeAllListeners();
      resolve();
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
