import { connect, createServer, type Socket } from "node:net";

/**
 * A proxy between the service and its database that can add latency, or drop all traffic without either end noticing.
 */
export type DatabaseWay = Awaited<ReturnType<typeof openDatabaseWay>>;

/** Opens a port in front of a Postgres socket: all bytes pass in both directions, in order. */
export async function openDatabaseWay(socketPath: string) {
  const ends = new Set<Socket>();
  let delayMs = 0;
  let isCut = false;

  function pass(from: Socket, to: Socket): void {
    let lastDueAt = 0;
    ends.add(from);
    if (isCut) from.pause();
    from.on("data", (bytes) => {
      if (delayMs === 0 && lastDueAt < performance.now()) return void to.write(bytes);
      lastDueAt = Math.max(performance.now() + delayMs, lastDueAt);
      setTimeout(() => to.writable && to.write(bytes), lastDueAt - performance.now());
    });
    from.on("error", () => {});
    from.on("close", () => {
      ends.delete(from);
      to.destroySoon();
    });
  }

  const server = createServer((near) => {
    const far = connect(socketPath);
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `postgres://tree@127.0.0.1:${port}/tree`,
    /** The latency in each direction, for everything sent from now on. */
    delay(ms: number): void {
      delayMs = ms;
    },
    /** Like a pulled cable: connections stay open, new ones are accepted, and nothing arrives until it is restored. */
    cut(): void {
      isCut = true;
      for (const end of ends) end.pause();
    },
    restore(): void {
      isCut = false;
      for (const end of ends) end.resume();
    },
    close(): void {
      server.close();
      for (const end of ends) end.destroy();
    },
  };
}
